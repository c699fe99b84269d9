import type { Attachment } from '@vee/contract/entities/attachment'
import type { getAttachment } from '@vee/contract/http/attachments'
import { FileText, ImageOff } from 'lucide-react'
import { Suspense, use, useEffect, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { Icon } from '#ui/display/icon.tsx'
import { ChatApiContext } from './chat-api.ts'
import styles from './files.module.css'
import { sizeWithin } from './size-within.ts'
import { LazyDocumentViewer, LazyImageViewer } from './viewer/lazy-viewers.ts'

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

/** Maximum size of a thumbnail, in CSS pixels. */
const THUMBNAIL = { width: 240, height: 180 }

/** Returns the size of the thumbnail; none if the size of the image is unknown. */
function thumbnailSize({ width, height }: Attachment) {
  if (width === undefined || height === undefined) return {}
  return sizeWithin({ width, height }, THUMBNAIL)
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
        title={isGone ? t('files.gone') : undefined}
        disabled={isGone}
        onClick={() => setOpen(true)}
      >
        {isImage && picture ? (
          <img src={picture} alt="" {...thumbnailSize(attachment)} />
        ) : (
          <>
            <Icon of={isGone ? ImageOff : FileText} size="s" />
            <span className={styles['name']}>{attachment.name}</span>
          </>
        )}
      </button>
      {isOpen && api && (
        <Suspense>
          {isImage ? (
            typeof picture === 'string' && (
              <LazyImageViewer
                title={attachment.name}
                alt={attachment.name}
                address={picture}
                fileName={attachment.name}
                onClose={() => setOpen(false)}
              />
            )
          ) : (
            <LazyDocumentViewer api={api} attachment={attachment} onClose={() => setOpen(false)} />
          )}
        </Suspense>
      )}
    </>
  )
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
