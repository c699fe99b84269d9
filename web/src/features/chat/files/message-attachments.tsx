import type { Attachment } from '@vee/contract/entities/attachment'
import { FileText, Image, ImageOff } from 'lucide-react'
import { use, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Icon } from '#ui/display/icon.tsx'
import { ChatApiContext, descriptionId } from './chat-api.ts'
import { DescribeButton } from './describe-button.tsx'
import styles from './files.module.css'
import { sizeWithin } from './size-within.ts'
import { useFileUrl } from './use-file-url.ts'
import { FileViewer } from './viewer/file-viewer.tsx'

/** Renders the files of a sent message: images as pictures, documents by name; each opens in a viewer. */
export function MessageAttachments({ attachments }: { readonly attachments: readonly Attachment[] }) {
  const t = useTexts('chat')
  return (
    <ul className={styles['sent']} aria-label={t('files.list')}>
      {attachments.map((attachment) => (
        <li key={attachment.id}>
          <SentFile attachment={attachment} />
          {attachment.kind === 'image' && <DescribeButton image={attachment} isCaption />}
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
  if (width === undefined || height === undefined) return undefined
  return sizeWithin({ width, height }, THUMBNAIL)
}

interface ThumbnailProps {
  readonly attachment: Attachment
  /** object URL; undefined until it is loaded */
  readonly picture: string | undefined
}

/** Takes the room of the picture while it is loading: a press that begins on it must not end outside it. */
function Thumbnail({ attachment, picture }: ThumbnailProps) {
  const size = thumbnailSize(attachment)
  if (picture !== undefined) return <img src={picture} alt={attachment.description ?? ''} {...size} />
  const { width, height } = size ?? THUMBNAIL
  return (
    <span className={styles['pending']} style={{ width, aspectRatio: `${width} / ${height}` }}>
      <Icon of={Image} size="s" />
    </span>
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
        aria-describedby={attachment.description === undefined ? undefined : descriptionId(attachment)}
        title={isGone ? t('files.gone') : undefined}
        disabled={isGone}
        onClick={() => setOpen(true)}
      >
        {isImage && !isGone ? (
          <Thumbnail attachment={attachment} picture={picture} />
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
