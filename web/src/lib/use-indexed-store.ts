import { useEffect, useState } from 'react'
import type { AgentViewProps } from './agent-view.ts'
import { openIndexedStore, type IndexedStore } from './indexed-store.ts'

/** How long a screen that is left may take to keep its last words, in ms. */
const CLOSE_AFTER_MS = 5_000

type KnownShelf =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly shelf: IndexedStore }
  /** nobody could say whose data this is: the server did not answer, and never had before */
  | { readonly kind: 'unknown'; readonly retry: () => void }

/** The shelf of whoever sits here, for as long as the component is on the screen. */
export function useIndexedStore(owner: AgentViewProps['owner']): KnownShelf {
  const [known, setKnown] = useState<KnownShelf>({ kind: 'opening' })

  useEffect(() => {
    let shelf: IndexedStore | undefined
    let isWanted = true

    function open(id: string): void {
      if (!isWanted) return
      shelf = openIndexedStore(id)
      setKnown({ kind: 'open', shelf })
      // What is here exists nowhere else: the browser is asked not to throw it away when it needs room.
      void navigator.storage?.persist?.().catch(() => false)
    }
    function fail(): void {
      if (isWanted) setKnown({ kind: 'unknown', retry })
    }
    function retry(): void {
      setKnown({ kind: 'opening' })
      owner().then(open, fail)
    }

    owner().then(open, fail)
    return () => {
      isWanted = false
      // A screen that goes keeps its last words after this: its parent's effects end before its own.
      setTimeout(() => shelf?.close(), CLOSE_AFTER_MS)
    }
  }, [owner])

  return known
}
