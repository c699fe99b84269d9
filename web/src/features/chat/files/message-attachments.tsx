import type { Attachment } from '@vee/contract/entities/attachment'
import { FileText, ImageOff } from 'lucide-react'
import { use, useState } from 'react'
import { loadLazyTexts, useTexts } from '#i18n/index.ts'
import { lazyComponent, PATIENT_TRIES } from '#lib/async/lazy-component.ts'
import { Icon } from '#ui/display/icon.tsx'
import { SoftBoundary } from '../conversation/soft-boundary.tsx'
import { ChatApiContext, descriptionId } from './chat-api.ts'
import styles from './files.module.css'
import { sizeWithin } from './size-within.ts'
import { useFileUrl } from './use-file-url.ts'
import { FileViewer } from './viewer/file-viewer.tsx'

/** Loaded with the first picture of a conversation, with its texts. */
const DescribeButton = lazyComponent(async () => {
  const [code] = await Promise.all([import('./describe-button.tsx'), loadLazyTexts()])
  return code.DescribeButton
}, PATIENT_TRIES)

/** Renders the files of a sent message: images as pictures, documents by name; each opens in a viewer. */
export function MessageAttachments({ attachments }: { readonly attachments: readonly Attachment[] }) {
  const t = useTexts('chat')
  return (
    <ul className={styles['sent']} aria-label={t('files.list')}>
      {attachments.map((attachment) => (
        <li key={attachment.id}>
          <SentFile attachment={attachment} />
          {attachment.kind === 'image' && (
            <SoftBoundary fallback={null}>
              <DescribeButton image={attachment} isCaption />
            </SoftBoundary>
          )}
          {attachment.isByOcr === true && <small className={styles['byOcr']}>{t('files.byOcr')}</small>}
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
        aria-describedby={attachment.description === undefined ? undefined : descriptionId(attachment)}
        title={isGone ? t('files.gone') : undefined}
        disabled={isGone}
        onClick={() => setOpen(true)}
      >
        {isImage && picture ? (
          <img src={picture} alt={attachment.description ?? ''} {...thumbnailSize(attachment)} />
        ) : (
          <>
            <Icon of={isGone ? ImageOff : FileText} size="s" />
            <span className={styles['name']}>{attachment.name}</span>
          </>
        )}
      </button>
      {isOpen && api && <FileViewer api={api} attachment={attachment} onClose={() => setOpen(false)} />}
    </>
  )
}
