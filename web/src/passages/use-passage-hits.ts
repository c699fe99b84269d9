import type { KnowledgeHit, KnowledgeKind, searchKnowledge } from '@vee/contract/http/knowledge'
import { useEffect, useState } from 'react'
import { useFoundPassages } from '#lib/files/found-passages.ts'
import type { Api } from '#lib/http/index.ts'

/** Pause in typing before the search, in ms: longer than that of a list, because it reads everything. */
const TYPING_MS = 400
export const HITS = 12

export interface FoundHits {
  /** the question that it answers */
  readonly q: string
  readonly items: readonly KnowledgeHit[]
  readonly unread: number
}

/** Searches for a question. Rejects if it fails or is aborted. */
export type SearchPassages = (q: string, signal: AbortSignal) => Promise<Omit<FoundHits, 'q'>>

/** Returns the search in what a member has stored, only in one kind of it if there is one. */
export const memberSearch =
  (api: Api, kind?: KnowledgeKind): SearchPassages =>
  async (q, signal) => {
    const query = { q, limit: HITS, ...(kind !== undefined && { kinds: [kind] }) }
    const { items, unread } = await api.json<typeof searchKnowledge>('GET', '/search', { query, signal })
    // "Only since June" and "play it" are about this search, too.
    useFoundPassages.setState({ found: { question: q, hits: items, replyId: undefined } })
    return { items, unread }
  }

/**
 * Returns the passages that answer a question; undefined without a question, without a search, and while it is searched for the first
 * time. A failure finds nothing: the list beside it says what is wrong.
 */
export function usePassageHits(search: SearchPassages | undefined, q: string): FoundHits | undefined {
  const [hits, setHits] = useState<FoundHits>()
  useEffect(() => {
    if (q === '' || !search) return undefined
    const abort = new AbortController()
    const timer = setTimeout(() => {
      search(q, abort.signal).then(
        (answer) => abort.signal.aborted || setHits({ q, ...answer }),
        () => abort.signal.aborted || setHits({ q, items: [], unread: 0 }),
      )
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [search, q])
  return q === '' || !search ? undefined : hits
}
