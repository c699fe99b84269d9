import { FileText, Image, RotateCcw, TriangleAlert, X } from 'lucide-react'
import { useStore } from 'zustand'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/display/icon.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import type { Chat } from '../store/chat.ts'
import { forgetFile, resumeFiles } from './prepare-files.ts'
import type { AttachmentFailure, DraftAttachment } from './draft-attachment.ts'
import styles from './files.module.css'
import { EncodingSelect } from './encoding-select.tsx'
import { useFailureText } from './failure-text.ts'
import { PicturesNote } from './pictures-note.tsx'
import { useFileUrl } from './use-file-url.ts'
import { useLook } from '../look/look-store.ts'

/** Failures that a retry may avoid. */
const PASSING: ReadonlySet<AttachmentFailure> = new Set(['offline', 'full'])

interface DraftAttachmentsProps {
  readonly chat: Chat
  /** opens the list of models */
  readonly onChooseModel?: (() => void) | undefined
}

/** The files of the message that is being written, each with its state. */
export function DraftAttachments({ chat, onChooseModel }: DraftAttachmentsProps) {
  const t = useTexts('chat')
  const drafts = useStore(chat.state, ({ draftAttachments }) => draftAttachments)
  return (
    <>
      <ul className={styles['drafts']} aria-label={t('files.list')}>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} chat={chat} draft={draft} />
        ))}
      </ul>
      {drafts.some(isPicture) && <PicturesNote chat={chat} onChooseModel={onChooseModel} />}
    </>
  )
}

const isPicture = ({ state }: DraftAttachment) => state.kind === 'ready' && state.attachment.kind === 'image'

interface DraftRowProps {
  readonly chat: Chat
  readonly draft: DraftAttachment
}

function DraftRow({ chat, draft: { id, name, state, isStill } }: DraftRowProps) {
  const t = useTexts('chat')
  const pictures = useTexts('pictures')
  const image = state.kind === 'ready' && state.attachment.kind === 'image' ? state.attachment : undefined
  const failureText = useFailureText()
  const percent = new Intl.NumberFormat(useLanguage(), { style: 'percent' })
  const picture = useFileUrl(image && chat.api, image?.id ?? '')
  const remove = () => {
    if (isStill) useLook.setState({ skipsNext: true })
    chat.changeDraftAttachments((before) => before.filter((draft) => draft.id !== id))
    void forgetFile(chat.api, id)
  }
  const drafts = {
    read: () => chat.state.getState().draftAttachments,
    change: chat.changeDraftAttachments.bind(chat),
  }
  const uploaded = state.kind === 'preparing' ? state.uploaded : undefined
  const progress =
    state.kind === 'preparing' && state.isByOcr === true
      ? pictures('reading')
      : uploaded === undefined
        ? t('files.preparing')
        : pictures('uploading')
  return (
    <li className={classNames(styles['draft'], state.kind === 'failed' && styles['failed'])}>
      {state.kind === 'preparing' && <Spinner />}
      {typeof picture === 'string' && <img src={picture} alt="" className={styles['small']} />}
      {state.kind === 'ready' && typeof picture !== 'string' && (
        <Icon of={image ? Image : FileText} size="s" />
      )}
      {state.kind === 'failed' && <Icon of={TriangleAlert} size="s" />}
      <span className={styles['name']}>{name}</span>
      <span className={styles['note']} role="status">
        {state.kind === 'preparing' && progress}
        {state.kind === 'ready' && state.attachment.isByOcr === true && t('files.byOcr')}
        {state.kind === 'ready' && state.note !== undefined && pictures(state.note)}
        {state.kind === 'failed' && failureText(state)}
      </span>
      {uploaded !== undefined && (
        <span className={styles['note']} aria-hidden="true">
          {percent.format(uploaded)}
        </span>
      )}
      <DraftEncoding id={id} state={state} chat={chat} />
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

interface DraftEncodingProps extends Pick<DraftAttachment, 'id' | 'state'> {
  readonly chat: Chat
}

/** The encoding of a text, where another one is possible. */
function DraftEncoding({ chat, id, state }: DraftEncodingProps) {
  if (state.kind !== 'ready' || state.encoding === undefined) return null
  return (
    <EncodingSelect
      api={chat.api}
      attachment={state.attachment}
      encoding={state.encoding}
      isLabelHidden
      onRead={(attachment, encoding) =>
        chat.changeDraftAttachments((before) =>
          before.map((draft) =>
            draft.id === id ? { ...draft, state: { kind: 'ready', attachment, encoding } } : draft,
          ),
        )
      }
    />
  )
}
