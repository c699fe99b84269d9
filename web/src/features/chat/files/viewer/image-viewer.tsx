import { Download, Maximize2, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { downloadAddress } from '#lib/files/download-text.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { CopyButton } from '../../conversation/copy-button.tsx'
import { copyImage } from './copy-image.ts'
import styles from './viewer.module.css'

const MAX_SCALE = 8
/** Scale that a button or key adds or removes. */
const STEP = 0.5

interface ImageViewerProps {
  readonly title: string
  /** description for assistive technology */
  readonly alt: string
  /** object URL; undefined while it is loaded, null if the image does not exist any more */
  readonly address: string | null | undefined
  readonly fileName: string
  /** shown below the image */
  readonly caption?: ReactNode
  readonly onClose: () => void
}

/**
 * Shows an image in a dialog: zoomed by buttons, + and -, the wheel, two fingers or a double click; moved by pointer
 * and arrow keys; copied as PNG, and saved.
 */
export function ImageViewer({ title, alt, address, fileName, caption, onClose }: ImageViewerProps) {
  const t = useTexts('viewer')
  const chat = useTexts('chat')
  const common = useTexts('common')
  const percent = new Intl.NumberFormat(useLanguage(), { style: 'percent' })
  const [scale, setScale] = useState(1)
  const isLoaded = typeof address === 'string'
  return (
    <TransformWrapper
      maxScale={MAX_SCALE}
      centerOnInit
      keyboard={{ disabled: false, zoomStep: STEP }}
      doubleClick={{ mode: 'toggle' }}
      onTransform={(_, state) => setScale(state.scale)}
    >
      {({ zoomIn, zoomOut, resetTransform }) => (
        <Dialog
          isOpen
          onClose={onClose}
          title={title}
          closeLabel={common('close')}
          size="large"
          footer={
            isLoaded && (
              <>
                <div role="group" className={styles['zoom']} aria-label={t('zoom')}>
                  <IconButton icon={ZoomOut} label={t('zoomOut')} onClick={() => void zoomOut(STEP)} />
                  <output className={styles['scale']}>{percent.format(scale)}</output>
                  <IconButton icon={ZoomIn} label={t('zoomIn')} onClick={() => void zoomIn(STEP)} />
                  <IconButton icon={Maximize2} label={t('fit')} onClick={() => void resetTransform()} />
                  <CopyButton copy={() => copyImage(address)} label={t('copy')} />
                </div>
                <Button icon={Download} onClick={() => downloadAddress(fileName, address)}>
                  {chat('files.download')}
                </Button>
              </>
            )
          }
        >
          <ImageCanvas address={address} alt={alt} />
          {isLoaded && caption}
        </Dialog>
      )}
    </TransformWrapper>
  )
}

/** The image, or why it is not there. */
function ImageCanvas({ address, alt }: Pick<ImageViewerProps, 'address' | 'alt'>) {
  const t = useTexts('viewer')
  const chat = useTexts('chat')
  const common = useTexts('common')
  if (address === null) return <p>{chat('files.gone')}</p>
  if (address === undefined)
    return (
      <div role="status" aria-label={common('loading')}>
        <Skeleton height="min(70dvh, 48rem)" />
      </div>
    )
  return (
    <TransformComponent wrapperClass={styles['canvas'] ?? ''} wrapperProps={{ 'aria-label': t('canvas') }}>
      <img src={address} alt={alt} className={styles['image']} />
    </TransformComponent>
  )
}
