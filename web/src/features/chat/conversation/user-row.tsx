import { Mic, Pencil } from 'lucide-react'
import { memo } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { usePreferences } from '#lib/preferences/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/display/icon.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import type { Chat } from '../store/chat.ts'
import { LazyMessageAttachments } from '../files/lazy-files.ts'
import type { UserMessage } from '../store/message.ts'
import { MessageMenu } from '../versions/message-menu.tsx'
import { VersionPager } from '../versions/version-pager.tsx'
import { SoftBoundary } from './soft-boundary.tsx'
import styles from './row.module.css'

interface UserRowProps {
  readonly chat: Chat
  readonly message: UserMessage
  readonly isLast: boolean
  /** called to edit the message with this id */
  readonly onEdit: (messageId: string) => void
  /** called before another version is shown */
  readonly onChangePath: () => void
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
  chat,
  message,
  isLast,
  onEdit,
  onChangePath,
}: UserRowProps) {
  const { id, text, at, isSpoken, attachments } = message
  const t = useTexts('chat')
  const showsWords = usePreferences(({ showTranscriptions }) => showTranscriptions)
  return (
    <article className={styles['user']}>
      <div className={styles['actions']}>
        <VersionPager chat={chat} message={message} onChange={onChangePath} />
        <MessageMenu chat={chat} messageId={id} isLast={isLast} />
        <IconButton icon={Pencil} label={t('edit')} size="compact" onClick={() => onEdit(id)} />
      </div>
      <div className={styles['bubble']}>
        {attachments && (
          <SoftBoundary fallback={null}>
            <LazyMessageAttachments attachments={attachments} />
          </SoftBoundary>
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
