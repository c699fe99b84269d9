import type { StoreApi } from 'zustand/vanilla'
import type { DetectableMessage } from './detect-language.ts'
import type { Api } from '#lib/http/index.ts'

interface DetectableChat {
  readonly state: Pick<
    StoreApi<{
      readonly running: { readonly replyId: string } | undefined
      readonly messages: readonly DetectableMessage[]
    }>,
    'subscribe'
  >
}

/** Detects the language after a message of the user in this chat. */
export function detectAfterMessages(api: Api, chat: DetectableChat): void {
  chat.state.subscribe(({ running, messages }, before) => {
    if (!running || running.replyId === before.running?.replyId) return
    import('./detect-language.ts').then(
      ({ detectLanguageOnce }) => detectLanguageOnce(api, messages),
      // Retried with the next message.
      () => {},
    )
  })
}
