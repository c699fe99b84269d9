import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../controls/button.tsx'

/** How long a deletion can be undone, in ms. */
const UNDO_MS = 8_000

interface UndoNotice {
  readonly type: 'success'
  readonly title: string
  readonly message: ReactNode
  readonly duration: number
}

/** Shows a notice, and returns a function that dismisses it. */
export type ShowUndo = (notice: UndoNotice) => () => void

interface DelayedDeletion {
  readonly id: string
  /** of the notice, such as "Note deleted" */
  readonly title: string
  /** deletes it; called when the time to undo is over, or the page is left */
  readonly send: () => Promise<unknown>
}

interface WaitingDeletion extends DelayedDeletion {
  readonly timer: ReturnType<typeof setTimeout>
  readonly dismiss: () => void
}

/**
 * Deletes after a time in which it can be undone, for what cannot be restored once it is deleted. Until then it is hidden only;
 * leaving the part of the page, or the page, deletes at once.
 */
export function useDelayedDeletion({
  showUndo,
  undoLabel,
  onFailed,
}: {
  readonly showUndo: ShowUndo
  readonly undoLabel: string
  readonly onFailed: () => void
}): { readonly hiddenIds: ReadonlySet<string>; readonly remove: (deletion: DelayedDeletion) => void } {
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<string>>(new Set())
  const waiting = useRef(new Map<string, WaitingDeletion>())

  const show = useCallback(
    (id: string) => setHiddenIds((ids) => new Set([...ids].filter((other) => other !== id))),
    [],
  )
  const take = (id: string) => {
    const deletion = waiting.current.get(id)
    waiting.current.delete(id)
    clearTimeout(deletion?.timer)
    deletion?.dismiss()
    return deletion
  }
  const flush = (id: string) =>
    void take(id)
      ?.send()
      .catch(() => {
        show(id)
        onFailed()
      })
  const flushAll = useRef(() => {})
  useEffect(() => {
    flushAll.current = () => {
      for (const id of [...waiting.current.keys()]) flush(id)
    }
  })
  useEffect(() => {
    const flushNow = () => flushAll.current()
    addEventListener('pagehide', flushNow)
    return () => {
      removeEventListener('pagehide', flushNow)
      flushNow()
    }
  }, [])

  return {
    hiddenIds,
    remove(deletion) {
      const { id, title } = deletion
      setHiddenIds((ids) => new Set([...ids, id]))
      const undo = () => {
        take(id)
        show(id)
      }
      const message = (
        <Button size="compact" onClick={undo}>
          {undoLabel}
        </Button>
      )
      const dismiss = showUndo({ type: 'success', title, message, duration: UNDO_MS })
      waiting.current.set(id, { ...deletion, dismiss, timer: setTimeout(() => flush(id), UNDO_MS) })
    },
  }
}
