import type { Attachment } from '@vee/contract/entities/attachment'
import type { getAttachment, getAttachmentText } from '@vee/contract/http/attachments'
import { Download, FileText, ImageOff } from 'lucide-react'
import { use, useEffect, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Icon } from '#ui/display/icon.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { ChatApiContext } from './chat-api.ts'
import styles from './files.module.css'

/** Renders the files of a sent message: images as pictures, documents by name; each opens in a viewer. */
export function MessageAttachments({ attachments }: { readonly attachments: readonly Attachment[] }) {
  const t = useTexts('chat')
  return (
    <ul className={styles['sent']} aria-label={t('files.list')}>
      {attachments.map((attachment) => (
        <li key={attachment.id}>
          <SentFile attachment={attachment} />
        </li>
      ))}
    </ul>
  )
}

function SentFile({ attachment }: { readonly attachment: Attachment }) {
  const t = useTexts('chat')
  const api = use(ChatApiContext)
  const [isOpen, setOpen] = useState(false)
  const isImage = attachment.kind === 'image'
  const picture = useFileUrl(isImage ? api : undefined, attachment.id)
  const isGone = picture === null
  return (
    <>
      <button
        type="button"
        className={styles[isImage && !isGone ? 'thumbnail' : 'file']}
        aria-label={t('files.open', { name: attachment.name })}
        onClick={() => setOpen(true)}
      >
        {isImage && picture ? (
          <img src={picture} alt="" width={attachment.width} height={attachment.height} />
        ) : (
          <>
            <Icon of={isGone ? ImageOff : FileText} size="s" />
            <span className={styles['name']}>{attachment.name}</span>
          </>
        )}
      </button>
      {isOpen && api && (
        <Viewer api={api} attachment={attachment} picture={picture} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

interface ViewerProps {
  readonly api: Api
  readonly attachment: Attachment
  /** address of the image; null: it does not exist any more; undefined: not loaded */
  readonly picture: string | null | undefined
  readonly onClose: () => void
}

function Viewer({ api, attachment, picture, onClose }: ViewerProps) {
  const t = useTexts('chat')
  const common = useTexts('common')
  const { id, name, kind } = attachment
  const download = async () => {
    const response = await api.send<typeof getAttachment>('GET', '/attachments/{id}', { params: { id } })
    const url = URL.createObjectURL(await response.blob())
    const link = document.createElement('a')
    link.href = url
    link.download = name
    link.click()
    URL.revokeObjectURL(url)
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
      <div className={styles['viewer']}>
        {kind === 'document' && <DocumentText api={api} id={id} />}
        {kind === 'image' &&
          (picture ? <img src={picture} alt={name} /> : <p>{picture === null && t('files.gone')}</p>)}
      </div>
    </Dialog>
  )
}

function DocumentText({ api, id }: { readonly api: Api; readonly id: string }) {
  const t = useTexts('chat')
  const { answer } = useAnswer(id, (signal) =>
    api.json<typeof getAttachmentText>('GET', '/attachments/{id}/text', { params: { id }, signal }),
  )
  if (answer.status === 'loading') return <Skeleton lines={6} />
  if (answer.status === 'failed') return <p>{t('files.gone')}</p>
  return answer.value.sections.map(({ title, text }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the list never changes
    <section key={index} aria-label={title || undefined}>
      {title !== '' && <h3>{title}</h3>}
      <p className={styles['section']} dir="auto">
        {text}
      </p>
    </section>
  ))
}

/**
 * Loads a file of the user as an object URL; null if it does not exist any more, undefined until it is known.
 */
function useFileUrl(api: Api | undefined, id: string): string | null | undefined {
  const [url, setUrl] = useState<string | null>()
  useEffect(() => {
    if (!api) return undefined
    const stop = new AbortController()
    let created: string | undefined
    api
      .send<typeof getAttachment>('GET', '/attachments/{id}', { params: { id }, signal: stop.signal })
      .then((response) => response.blob())
      .then((blob) => {
        if (stop.signal.aborted) return
        created = URL.createObjectURL(blob)
        setUrl(created)
      })
      .catch(() => {
        if (!stop.signal.aborted) setUrl(null)
      })
    return () => {
      stop.abort()
      if (created !== undefined) URL.revokeObjectURL(created)
    }
  }, [api, id])
  return url
}
