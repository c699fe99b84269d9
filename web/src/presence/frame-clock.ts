/** The animation frames of a window or a worker. */
export interface FrameClock {
  /** Calls `draw` with the time of the first frame after `afterMs`, in ms; the returned function cancels it. */
  requestFrame(draw: (timeMs: number) => void, afterMs: number): () => void
  now(): number
}

/** A later frame waits for a timer: without a GPU each requested frame has a cost, drawn or not. */
export const frameClock: FrameClock = {
  requestFrame(draw, afterMs) {
    if (afterMs === 0) {
      const handle = requestAnimationFrame(draw)
      return () => cancelAnimationFrame(handle)
    }
    let cancel = () => clearTimeout(timer)
    const timer = setTimeout(() => {
      cancel = frameClock.requestFrame(draw, 0)
    }, afterMs)
    return () => cancel()
  },
  now: () => performance.now(),
}
