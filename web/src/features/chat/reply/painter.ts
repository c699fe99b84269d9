/**
 * Interval between two paints, in ms: every second frame of a usual screen, which is faster than reading and
 * halves the work. Slightly more than the frames' own 33.3 ms, so that a timer fires after the frame has begun
 * and paints within it.
 */
const INTERVAL_MS = 34
/** A paint that takes long is followed by a pause of this many times its duration. */
const PAUSE_PER_COST = 2
/** Maximum interval, however long a paint takes, in ms. */
const MAX_INTERVAL_MS = 120
/** A hidden tab paints nothing, so that calls are passed on by time, in ms. */
const HIDDEN_FRAME_MS = 250

interface Painter {
  /** Paints before one of the next frames; calls until then are one paint. */
  paintSoon(): void
  /** Paints at once. */
  now(): void
  /** Forgets a paint that was requested. */
  cancel(): void
}

/**
 * Collects calls and passes them on as one, in a frame. Waits by a timer and requests only one frame: a page
 * that requests every frame renders each of them, even without a change. On a slow processor the paints follow
 * more slowly, so that the page still responds.
 */
export function createPainter(paint: () => void): Painter {
  let nextAt = 0
  let frame: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function cancel(): void {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
    frame = undefined
    timer = undefined
  }
  function paintNow(): void {
    cancel()
    nextAt = performance.now() + INTERVAL_MS
    paint()
  }
  /** @param frameAt when the frame began, in ms since the page's time origin */
  function paintInFrame(frameAt: number): void {
    cancel()
    nextAt = frameAt + INTERVAL_MS
    const startedAt = performance.now()
    paint()
    // A timer set within a frame fires after its style, layout and paint.
    setTimeout(() => {
      const cost = performance.now() - startedAt
      const interval = Math.min(MAX_INTERVAL_MS, cost * (1 + PAUSE_PER_COST))
      nextAt = Math.max(nextAt, startedAt + interval)
    })
  }
  function requestFrame(): void {
    frame = requestAnimationFrame(paintInFrame)
    timer = setTimeout(paintNow, HIDDEN_FRAME_MS)
  }

  return {
    cancel,
    now: paintNow,
    paintSoon(): void {
      if (timer === undefined) timer = setTimeout(requestFrame, Math.max(0, nextAt - performance.now()))
    },
  }
}
