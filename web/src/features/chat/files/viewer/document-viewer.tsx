import type { Attachment } from '@vee/contract/entities/attachment'
import type { getAttachment, getAttachmentText } from '@vee/contract/http/attachments'
import { Download, Volume2 } from 'lucide-react'
import { use } from 'react'
import { useTexts } from '#i18n/index.ts'
import { downloadBlob } from '#lib/files/download-text.ts'
import type { Api } from '#lib/http/index.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { ReadAloudContext } from '../chat-api.ts'
import styles from './viewer.module.css'

interface DocumentViewerProps {
  readonly api: Api
  readonly attachment: Attachment
  readonly onClose: () => void
}

/** Shows the text of a document by sections (pages, sheets, slides); each can be read aloud to the end. */
export function DocumentViewer({ api, attachment, onClose }: DocumentViewerProps) {
  const t = useTexts('chat')
  const common = useTexts('common')
  const { id, name } = attachment
  async function download(): Promise<void> {
    const response = await api.send<typeof getAttachment>('GET', '/attachments/{id}', { params: { id } })
    downloadBlob(name, await response.blob())
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={name}
      closeLabel={common('close')}
      size="large"
      footer={
        <Button icon={Download} onClick={() => void download().catch(() => undefined)}>
          {t('files.download')}
        </Button>
      }
    >
      <div className={styles['document']}>
        <DocumentText api={api} id={id} onRead={onClose} />
      </div>
    </Dialog>
  )
}

interface DocumentTextProps {
  readonly api: Api
  readonly id: string
  /** called when reading aloud begins */
  readonly onRead: () => void
}

function DocumentText({ api, id, onRead }: DocumentTextProps) {
  const t = useTexts('chat')
  const own = useTexts('viewer')
  const readAloud = use(ReadAloudContext)
  const { answer } = useAnswer(id, (signal) =>
    api.json<typeof getAttachmentText>('GET', '/attachments/{id}/text', { params: { id }, signal }),
  )
  if (answer.status === 'loading') return <Skeleton lines={6} />
  if (answer.status === 'failed') return <p>{t('files.gone')}</p>
  const { sections } = answer.value
  return sections.map(({ title, text }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the list never changes
    <section key={index} aria-label={title || undefined}>
      <div className={styles['heading']}>
        {title !== '' && <h3>{title}</h3>}
        {readAloud && text !== '' && (
          <Button
            size="compact"
            variant="quiet"
            icon={Volume2}
            onClick={() => {
              // The voice's controls are on the page behind the dialog.
              onRead()
              readAloud(
                id,
                sections
                  .slice(index)
                  .map((section) => section.text)
                  .join('\n\n'),
              )
            }}
          >
            {own('readFromHere')}
          </Button>
        )}
      </div>
      <p className={styles['section']} dir="auto">
        {text}
      </p>
    </section>
  ))
}
