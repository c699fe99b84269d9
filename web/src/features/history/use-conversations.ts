import type { FoundConversation } from '@vee/contract/entities/conversation'
import { type Dispatch, type SetStateAction, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '#lib/http/index.ts'
import type { ServerHistory, Wish } from './source.ts'

/** Debounce of the search, in ms. */
const TYPING_MS = 250

export type ListState =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'loaded'
      readonly items: readonly FoundConversation[]
      readonly nextCursor: string | null
    }
  /** `isSilent`: neither network nor server is available */
  | { readonly kind: 'failed'; readonly isSilent: boolean }

/**
 * Returns the list for a query, page by page. It is reloaded when the query changes, and in the background
 * when `revision` does: the previous list remains until the response.
 */
export function useConversations(history: ServerHistory, wish: Wish, revision: string) {
  const [state, setState] = useState<ListState>({ kind: 'loading' })
  const { q, archived, agentId, projectId, tag, days, isPinned } = wish
  const wanted = useMemo(
    (): Wish => ({ q, archived, agentId, projectId, tag, days, isPinned }),
    [q, archived, agentId, projectId, tag, days, isPinned],
  )
  const wished = useRef('')
  const [attempt, setAttempt] = useState(0)
  const shownRevision = useRef(revision)

  useEffect(() => {
    const abort = new AbortController()
    shownRevision.current = revision
    const key = JSON.stringify([wanted, attempt])
    const isAnotherWish = wished.current !== key
    const isTyping = isAnotherWish && wished.current !== '' && wanted.q !== ''
    wished.current = key
    const timer = setTimeout(
      () => {
        history.list(wanted, undefined, abort.signal).then(
          (page) => setState({ kind: 'loaded', ...page }),
          (error: unknown) => {
            if (abort.signal.aborted || !isAnotherWish) return
            setState({ kind: 'failed', isSilent: error instanceof ApiError && error.status === 0 })
          },
        )
      },
      isTyping ? TYPING_MS : 0,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [history, wanted, revision, attempt])

  const loadMore = useNextPage(history, wanted, { state, setState })
  return {
    state,
    loadMore,
    retry: () => {
      setState({ kind: 'loading' })
      setAttempt((before) => before + 1)
    },
    /** Changes the displayed list; the server is updated separately. */
    change: (change: (items: readonly FoundConversation[]) => readonly FoundConversation[]) =>
      setState((now) => (now.kind === 'loaded' ? { ...now, items: change(now.items) } : now)),
  }
}

interface PagedList {
  readonly state: ListState
  readonly setState: Dispatch<SetStateAction<ListState>>
}

/** Returns a function that adds the next page to the list. */
function useNextPage(
  history: ServerHistory,
  wanted: Wish,
  { state, setState }: PagedList,
): () => Promise<void> {
  const isLoadingMore = useRef(false)
  return useCallback(async () => {
    if (state.kind !== 'loaded' || state.nextCursor === null || isLoadingMore.current) return
    isLoadingMore.current = true
    try {
      const page = await history.list(wanted, state.nextCursor, AbortSignal.timeout(30_000))
      const loadedIds = new Set(state.items.map(({ id }) => id))
      const items = [...state.items, ...page.items.filter(({ id }) => !loadedIds.has(id))]
      setState((now) => (now === state ? { kind: 'loaded', items, nextCursor: page.nextCursor } : now))
    } catch {
      // Already logged by the API client; the list remains, and scrolling retries.
    } finally {
      isLoadingMore.current = false
    }
  }, [history, state, wanted, setState])
}
