import { Mic, Pencil } from 'lucide-react'
import { memo, Suspense } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { lazyComponent } from '#lib/async/lazy-component.ts'
import { usePreferences } from '#lib/preferences/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/display/icon.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import type { UserMessage } from '../store/message.ts'
import styles from './row.module.css'

const MessageAttachments = lazyComponent(
  async () => (await import('../files/message-attachments.tsx')).MessageAttachments,
)

interface UserRowProps {
  readonly message: UserMessage
  /** undefined where it cannot be edited */
  readonly onEdit: (() => void) | undefined
}

function SaidAt({ at }: { readonly at: string }) {
  const t = useTexts('chat')
  const language = useLanguage()
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(at))
  return (
    <small className={styles['said']}>
      <Icon of={Mic} size="s" />
      <time dateTime={at}>{t('said', { time })}</time>
    </small>
  )
}

function Words({ text }: { readonly text: string }) {
  return (
    <p className={styles['words']} dir="auto">
      {text}
    </p>
  )
}

export const UserMessageRow = memo(function UserRow({
  message: { text, at, isSpoken, attachments },
  onEdit,
}: UserRowProps) {
  const t = useTexts('chat')
  const showsWords = usePreferences(({ showTranscriptions }) => showTranscriptions)
  return (
    <article className={styles['user']}>
      {onEdit && <IconButton icon={Pencil} label={t('edit')} size="compact" onClick={onEdit} />}
      <div className={styles['bubble']}>
        {attachments && (
          <Suspense>
            <MessageAttachments attachments={attachments} />
          </Suspense>
        )}
        {isSpoken ? <SaidAt at={at} /> : <VisuallyHidden>{t('you')}</VisuallyHidden>}
        {isSpoken && !showsWords ? (
          <details>
            <summary>{t('showWords')}</summary>
            <Words text={text} />
          </details>
        ) : (
          text !== '' && <Words text={text} />
        )}
      </div>
    </article>
  )
})
