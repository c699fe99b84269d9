import { useEffect, useState } from 'react'
import type { AgentViewProps } from '../agent-view.ts'
import { openIndexedStore, type IndexedStore } from './indexed-store.ts'

/** Time limit in ms for storing the last changes of a closed screen. */
const CLOSE_AFTER_MS = 5_000

type IndexedStoreStatus =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly indexedStore: IndexedStore }
  /** the owner is unknown: the server does not respond, and never did */
  | { readonly kind: 'unknown'; readonly retry: () => void }

/** Opens the store of the current user while the component is mounted. */
export function useIndexedStore(owner: AgentViewProps['owner']): IndexedStoreStatus {
  const [status, setStatus] = useState<IndexedStoreStatus>({ kind: 'opening' })

  useEffect(() => {
    let indexedStore: IndexedStore | undefined
    let isWanted = true

    function open(id: string): void {
      if (!isWanted) return
      indexedStore = openIndexedStore(id)
      setStatus({ kind: 'open', indexedStore })
      // This data exists nowhere else, so the browser is asked not to evict it.
      void navigator.storage?.persist?.().catch(() => false)
    }
    function fail(): void {
      if (isWanted) setStatus({ kind: 'unknown', retry })
    }
    function retry(): void {
      setStatus({ kind: 'opening' })
      owner().then(open, fail)
    }

    owner().then(open, fail)
    return () => {
      isWanted = false
      // An unmounting screen stores its last changes after this, because child effects are cleaned up first.
      setTimeout(() => indexedStore?.close(), CLOSE_AFTER_MS)
    }
  }, [owner])

  return status
}
