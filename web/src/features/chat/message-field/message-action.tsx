import { ArrowUp, Square } from 'lucide-react'
import { useStore } from 'zustand'
import { useTexts } from '#i18n/index.ts'
import { Icon } from '#ui/display/icon.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import type { Composer } from '../store/composer.ts'
import styles from './message-action.module.css'

/** The action of the single button while nothing is typed. With typed text it always sends. */
export type MessageActionKind = 'send' | 'stop' | 'interrupt'

const ICONS = { send: ArrowUp, stop: Square, interrupt: Square } as const

interface MessageActionProps {
  readonly composer: Composer
  readonly kind: MessageActionKind
  readonly onStop: () => void
  readonly onInterrupt: () => void
}

export function MessageAction({ composer, kind, onStop, onInterrupt }: MessageActionProps) {
  const t = useTexts('chat')
  const isEmpty = useStore(
    composer.chat.state,
    ({ draft, draftAttachments }) => draft.trim() === '' && draftAttachments.length === 0,
  )
  const action = isEmpty ? kind : 'send'
  const hasNothingToSend = action === 'send' && isEmpty
  const presses = { send: () => composer.send(), stop: onStop, interrupt: onInterrupt }
  return (
    <button
      ref={(element) => {
        composer.attachAction(element)
        return () => composer.attachAction(null)
      }}
      type="button"
      className={styles['action']}
      data-action={action}
      // It can still be focused and pressed: it then shows what is missing.
      aria-disabled={hasNothingToSend || undefined}
      title={t(hasNothingToSend ? 'composer.hintSend' : `composer.${action}`)}
      onClick={presses[action]}
    >
      <Icon of={ICONS[action]} />
      <VisuallyHidden>{t(`composer.${action}`)}</VisuallyHidden>
    </button>
  )
}
