import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTexts } from '#i18n/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import styles from './designer.module.css'
import { fit, opening, pan, zoomAt, type Size, type View } from './view-box.ts'

const STEP = 1.25
/** Distance per arrow key in px. */
const STRIDE = 40

interface CanvasProps {
  /** of the picture */
  readonly address: string
  readonly size: Size
}

interface Point {
  readonly x: number
  readonly y: number
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** An image that can be moved and zoomed: by keys, wheel, drag and pinch. */
export function Canvas({ address, size }: CanvasProps) {
  const t = useTexts('designer')
  const frame = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<Size>()
  /** undefined until the view is moved; `whole` fits the picture to the window */
  const [moved, setMoved] = useState<View | 'whole'>()
  const pointers = useRef(new Map<number, Point>())

  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const observer = new ResizeObserver(() =>
      setRoom({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const view = typeof moved === 'object' ? moved : room && (moved === 'whole' ? fit : opening)(size, room)
  const change = (next: (view: View, room: Size) => View) => {
    if (view && room) setMoved(pan(next(view, room), { x: 0, y: 0 }, size, room))
  }
  const zoom = (factor: number, centerPoint?: Point) =>
    change((now, { width, height }) =>
      zoomAt(now, factor, centerPoint?.x ?? width / 2, centerPoint?.y ?? height / 2),
    )
  const move = (x: number, y: number) => change((now, window) => pan(now, { x, y }, size, window))

  const wheel = useRef<(event: WheelEvent) => void>(() => {})
  useEffect(() => {
    wheel.current = (event) => {
      // A pinch on a touchpad arrives as a wheel event with Ctrl.
      event.preventDefault()
      const box = frame.current?.getBoundingClientRect()
      if (!box) return
      const speed = event.ctrlKey ? 0.01 : 0.0015
      zoom(Math.exp(-event.deltaY * speed), { x: event.clientX - box.left, y: event.clientY - box.top })
    }
  })
  useEffect(() => {
    const element = frame.current
    const turn = (event: WheelEvent) => wheel.current(event)
    // React's own listener is passive, and could not prevent scrolling.
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [])

  function press(event: KeyboardEvent): void {
    const { key } = event
    if (key === '+' || key === '=') zoom(STEP)
    else if (key === '-') zoom(1 / STEP)
    else if (key === '0') setMoved('whole')
    else if (key === 'ArrowLeft') move(STRIDE, 0)
    else if (key === 'ArrowRight') move(-STRIDE, 0)
    else if (key === 'ArrowUp') move(0, STRIDE)
    else if (key === 'ArrowDown') move(0, -STRIDE)
    else return
    event.preventDefault()
  }

  function drag(event: PointerEvent<HTMLDivElement>): void {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (!other) {
      move(now.x - before.x, now.y - before.y)
      return
    }
    const box = event.currentTarget.getBoundingClientRect()
    const apart = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y)
    const centre = middle(now, other)
    zoom(apart(now) / Math.max(apart(before), 1), { x: centre.x - box.left, y: centre.y - box.top })
  }

  const release = (event: PointerEvent) => pointers.current.delete(event.pointerId)
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
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        }}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
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
        <IconButton icon={Maximize2} label={t('fit')} size="compact" onClick={() => setMoved('whole')} />
      </div>
    </div>
  )
}
