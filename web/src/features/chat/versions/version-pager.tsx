import { ChevronLeft, ChevronRight } from 'lucide-react'
import { use } from 'react'
import { useTexts } from '#i18n/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import type { Chat } from '../store/chat.ts'
import type { Message } from '../store/message.ts'
import { placeAmongSiblings } from './branches.ts'
import { KeepViewContext, lazyShowSibling } from './lazy-branches.ts'
import styles from './version-pager.module.css'

interface VersionPagerProps {
  readonly chat: Chat
  readonly message: Message
  /** called before another version is shown */
  readonly onChange: () => void
}

/** Switches among the versions of a question or a reply, each with what follows it; renders nothing for a single one. */
export function VersionPager({ chat, message, onChange }: VersionPagerProps) {
  const t = useTexts('chat')
  const keepView = use(KeepViewContext)
  const { number, count } = placeAmongSiblings(message)
  if (count === 1) return null
  const stepButton = (by: number) => {
    const next = number + by
    // Not disabled but without effect at the ends: a disabled button would lose the focus.
    const isEnd = next < 1 || next > count
    return {
      'data-version-step': by,
      'aria-disabled': isEnd,
      onClick: () => {
        if (isEnd) return
        onChange()
        const endKeeping = keepView()
        void lazyShowSibling(chat, message, next).finally(() => {
          endKeeping()
          focusStep(message.siblings?.[next - 1], by)
        })
      },
    }
  }
  return (
    <div className={styles['pager']} role="group" aria-label={t('versions.label')}>
      <IconButton icon={ChevronLeft} label={t('versions.previous')} size="compact" {...stepButton(-1)} />
      <output className={styles['place']}>{t('versions.place', { number, count })}</output>
      <IconButton icon={ChevronRight} label={t('versions.next')} size="compact" {...stepButton(1)} />
    </div>
  )
}

/** Moves the focus to a step of the pager of a message, if the focus was lost because its row was rendered anew. */
function focusStep(messageId: string | undefined, by: number): void {
  if (messageId === undefined) return
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const row = `[data-message="${CSS.escape(messageId)}"]`
    document.querySelector<HTMLElement>(`${row} [data-version-step="${by}"]`)?.focus()
  })
}
