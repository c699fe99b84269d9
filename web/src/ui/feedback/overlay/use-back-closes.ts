import { useEffect, useRef } from 'react'
import { entryOfOverlay, isOverlayEntry } from './overlay-entry.ts'

let lastId = 0
/**
 * Pending navigation from the entry of a closed overlay: the next overlay waits for it before it adds an
 * entry.
 */
let leaving: Promise<unknown> | undefined

function leaveEntry(): void {
  leaving = new Promise((resolve) => globalThis.addEventListener('popstate', resolve, { once: true }))
  void leaving.then(() => (leaving = undefined))
  globalThis.history.back()
}

/**
 * Makes the browser's Back button close the overlay instead of leaving the page: while open it has a history
 * entry, which is removed however it is closed.
 * @param isClosable false: Back does nothing
 */
export function useBackCloses(isOpen: boolean, isClosable: boolean, onClose: () => void): void {
  // A dialog may become closable, or not, while it is open, without another history entry.
  const latest = useRef({ isClosable, onClose })
  useEffect(() => {
    latest.current = { isClosable, onClose }
  })
  useEffect(() => {
    if (!isOpen) return undefined
    lastId += 1
    const id = lastId
    const closed = new AbortController()
    const push = () => globalThis.history.pushState(entryOfOverlay(id), '')
    function wentBack(): void {
      // Forward to this entry, or back to it from a nested overlay.
      if (isOverlayEntry(id)) return
      if (latest.current.isClosable) latest.current.onClose()
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
      // Deferred: the closing action may navigate in the same tick, which replaces this entry.
      setTimeout(() => {
        if (isOverlayEntry(id)) leaveEntry()
      })
    }
  }, [isOpen])
}
