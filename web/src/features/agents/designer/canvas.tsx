import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react'
import { useRef, type KeyboardEvent } from 'react'
import { useTexts } from '#i18n/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import styles from './designer.module.css'
import { useCanvasView, usePointers, useWheelZoom } from './use-canvas-view.ts'
import type { Size } from './view-box.ts'

const STEP = 1.25
/** Distance per arrow key in px. */
const STRIDE = 40

interface CanvasProps {
  /** of the picture */
  readonly address: string
  readonly size: Size
}

/** An image that can be moved and zoomed: by keys, wheel, drag and pinch. */
export function Canvas({ address, size }: CanvasProps) {
  const t = useTexts('designer')
  const frame = useRef<HTMLDivElement>(null)
  const { view, zoom, move, fitWhole } = useCanvasView(frame, size)
  const pointers = usePointers({ zoom, move })
  useWheelZoom(frame, zoom)

  function press(event: KeyboardEvent): void {
    const { key } = event
    if (key === '+' || key === '=') zoom(STEP)
    else if (key === '-') zoom(1 / STEP)
    else if (key === '0') fitWhole()
    else if (key === 'ArrowLeft') move(STRIDE, 0)
    else if (key === 'ArrowRight') move(-STRIDE, 0)
    else if (key === 'ArrowUp') move(0, STRIDE)
    else if (key === 'ArrowDown') move(0, -STRIDE)
    else return
    event.preventDefault()
  }

  return (
    <div className={styles['canvas']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes keys and pointers */}
      <div
        ref={frame}
        className={styles['window']}
        role="application"
        aria-label={t('canvas')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its keys move the picture
        tabIndex={0}
        onKeyDown={press}
        {...pointers}
      >
        {view && (
          <img
            src={address}
            alt=""
            draggable={false}
            width={size.width}
            height={size.height}
            style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
          />
        )}
      </div>
      <div className={styles['zoom']}>
        <IconButton icon={ZoomOut} label={t('zoomOut')} size="compact" onClick={() => zoom(1 / STEP)} />
        <output>{t('scale', { percent: Math.round((view?.scale ?? 1) * 100) })}</output>
        <IconButton icon={ZoomIn} label={t('zoomIn')} size="compact" onClick={() => zoom(STEP)} />
        <IconButton icon={Maximize2} label={t('fit')} size="compact" onClick={() => fitWhole()} />
      </div>
    </div>
  )
}
