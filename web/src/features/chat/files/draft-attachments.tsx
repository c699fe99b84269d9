import { FileText, Image, RotateCcw, TriangleAlert, X } from 'lucide-react'
import { useStore } from 'zustand'
import { useTexts } from '#i18n/index.ts'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/display/icon.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import type { Chat } from '../store/chat.ts'
import { forgetFile, resumeFiles } from './attach-files.ts'
import type { AttachmentFailure, DraftAttachment } from './draft-attachment.ts'
import styles from './files.module.css'

/** Failures that a retry may avoid. */
const PASSING: ReadonlySet<AttachmentFailure> = new Set(['offline', 'full'])

/** The files of the message that is being written, each with its state. */
export function DraftAttachments({ chat }: { readonly chat: Chat }) {
  const t = useTexts('chat')
  const drafts = useStore(chat.state, ({ draftAttachments }) => draftAttachments)
  return (
    <ul className={styles['drafts']} aria-label={t('files.list')}>
      {drafts.map((draft) => (
        <DraftRow key={draft.id} chat={chat} draft={draft} />
      ))}
    </ul>
  )
}

interface DraftRowProps {
  readonly chat: Chat
  readonly draft: DraftAttachment
}

function DraftRow({ chat, draft: { id, name, state } }: DraftRowProps) {
  const t = useTexts('chat')
  const remove = () => {
    chat.changeDraftAttachments((before) => before.filter((draft) => draft.id !== id))
    void forgetFile(chat.api, id)
  }
  const drafts = {
    read: () => chat.state.getState().draftAttachments,
    change: chat.changeDraftAttachments.bind(chat),
  }
  return (
    <li className={classNames(styles['draft'], state.kind === 'failed' && styles['failed'])}>
      {state.kind === 'preparing' && <Spinner />}
      {state.kind === 'ready' && <Icon of={state.attachment.kind === 'image' ? Image : FileText} size="s" />}
      {state.kind === 'failed' && <Icon of={TriangleAlert} size="s" />}
      <span className={styles['name']}>{name}</span>
      <span className={styles['note']} role="status">
        {state.kind === 'preparing' && t('files.preparing')}
        {state.kind === 'failed' && t(`files.failures.${state.reason}`)}
      </span>
      {state.kind === 'failed' && PASSING.has(state.reason) && (
        <IconButton
          size="compact"
          icon={RotateCcw}
          label={t('files.retry', { name })}
          onClick={() => void resumeFiles(chat.api, drafts, [id])}
        />
      )}
      <IconButton size="compact" icon={X} label={t('files.remove', { name })} onClick={remove} />
    </li>
  )
}
