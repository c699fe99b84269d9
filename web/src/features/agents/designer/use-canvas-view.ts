import { useEffect, useLayoutEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { fit, opening, pan, zoomAt, type Size, type View } from './view-box.ts'

interface Point {
  readonly x: number
  readonly y: number
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** Moves the picture by px. */
type Move = (x: number, y: number) => void

/** Scales the picture around a point of the frame, by default its center. */
type Zoom = (factor: number, centerPoint?: Point) => void

type Frame = RefObject<HTMLElement | null>

/** The part of a picture that is in view: the whole, until it is moved or zoomed. */
export function useCanvasView(frame: Frame, size: Size) {
  const [room, setRoom] = useState<Size>()
  /** undefined until the view is moved; `whole` fits the picture to the window */
  const [moved, setMoved] = useState<View | 'whole'>()

  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const observer = new ResizeObserver(() =>
      setRoom({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])

  const view = typeof moved === 'object' ? moved : room && (moved === 'whole' ? fit : opening)(size, room)
  const change = (next: (view: View, room: Size) => View) => {
    if (view && room) setMoved(pan(next(view, room), { x: 0, y: 0 }, size, room))
  }
  const zoom = (factor: number, centerPoint?: Point) =>
    change((now, { width, height }) =>
      zoomAt(now, factor, centerPoint?.x ?? width / 2, centerPoint?.y ?? height / 2),
    )
  const move = (x: number, y: number) => change((now, window) => pan(now, { x, y }, size, window))
  return { view, zoom, move, fitWhole: () => setMoved('whole') }
}

/** Zooms with the wheel, and with a pinch on a touchpad. */
export function useWheelZoom(frame: Frame, zoom: Zoom): void {
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
  }, [frame])
}

interface Gestures {
  readonly zoom: Zoom
  readonly move: Move
}

/** Returns the handlers of pointers: one drags the picture, two zoom it. */
export function usePointers({ zoom, move }: Gestures) {
  const pointers = useRef(new Map<number, Point>())

  function drag(event: PointerEvent<HTMLElement>): void {
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

  const release = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove: drag,
    onPointerUp: release,
    onPointerCancel: release,
  }
}
