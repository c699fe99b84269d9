import { useEffect, useRef } from 'react'
import { entryOfOverlay, isOverlayEntry } from './overlay-entry.ts'

let lastId = 0
/** While the entry of something closed is being left: what opens meanwhile waits for it with an entry of its own. */
let leaving: Promise<unknown> | undefined

function leaveEntry(): void {
  leaving = new Promise((resolve) => globalThis.addEventListener('popstate', resolve, { once: true }))
  void leaving.then(() => (leaving = undefined))
  globalThis.history.back()
}

/**
 * Lets the browser's Back close what is open instead of leaving the page: while it is open there is a history entry of its
 * own, which goes with it, whichever way it is closed.
 *
 * @param isClosable false: Back does nothing
 */
export function useBackCloses(isOpen: boolean, isClosable: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!isOpen) return undefined
    lastId += 1
    const id = lastId
    const closed = new AbortController()
    const push = () => globalThis.history.pushState(entryOfOverlay(id), '')
    function wentBack(): void {
      // Forward to this entry, or back to it from what was opened over it.
      if (isOverlayEntry(id)) return
      if (isClosable) close.current()
      else push()
    }
    function begin(): void {
      if (closed.signal.aborted) return
      push()
      globalThis.addEventListener('popstate', wentBack, { signal: closed.signal })
    }
    if (leaving) void leaving.then(begin)
    else begin()
    return () => {
      closed.abort()
      // Later: what closes it may go to another page in the same moment, which then has replaced this entry.
      setTimeout(() => {
        if (isOverlayEntry(id)) leaveEntry()
      })
    }
  }, [isOpen, isClosable])
}
