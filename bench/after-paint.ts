declare global {
  interface Window {
    /** Calls back once after the frame in which the changes made until now are painted. */
    afterPaint: (callback: () => void) => void
  }
}

/**
 * Adds {@link Window.afterPaint} to a page; runs in the page, before its scripts. A change that is made within a
 * frame's callbacks is painted by that frame, any other change by the next one.
 */
export function addAfterPaint(): void {
  const request = window.requestAnimationFrame.bind(window)
  const { port1, port2 } = new MessageChannel()
  const waiting: (() => void)[] = []
  let isInFrame = false
  const beginFrame = () => {
    if (isInFrame) return
    isInFrame = true
    // A message posted within a frame is delivered after that frame was painted.
    port2.postMessage(undefined)
  }
  port1.addEventListener('message', () => {
    isInFrame = false
    for (const callback of waiting.splice(0)) callback()
  })
  port1.start()
  window.requestAnimationFrame = (callback) =>
    request((time) => {
      beginFrame()
      callback(time)
    })
  window.afterPaint = (callback) => {
    waiting.push(callback)
    if (!isInFrame) request(beginFrame)
  }
}
