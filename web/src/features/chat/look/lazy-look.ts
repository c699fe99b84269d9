import { lazyComponent } from '#lib/async/lazy-component.ts'
import { loadLazyTexts } from '#i18n/index.ts'
import type { Chat } from '../store/chat.ts'

// The code of camera and screen is loaded when one of them is opened.

export const LazyLookPanel = lazyComponent(async () => {
  const [{ LookPanel }] = await Promise.all([import('./look-panel.tsx'), loadLazyTexts()])
  return LookPanel
})

const running = new WeakMap<Chat, Promise<boolean>>()

/**
 * See `attachStill`; false too if the code cannot be loaded. Words and the message that they become share one still: while
 * one is being taken, no other is.
 */
export function lazyAttachStill(chat: Chat): Promise<boolean> {
  const taking =
    running.get(chat) ??
    import('./look-at.ts')
      .then(({ attachStill }) => attachStill(chat))
      .catch(() => false)
      .finally(() => running.delete(chat))
  running.set(chat, taking)
  return taking
}
