import type { KnowledgeHit } from '@vee/contract/http/knowledge'
import { create } from 'zustand'

/** The last search of what a person has stored, which "only since June" narrows and "play it" plays. */
export interface FoundPassages {
  readonly question: string
  /** YYYY-MM-DD */
  readonly from?: string | undefined
  readonly speaker?: string | undefined
  readonly hits: readonly KnowledgeHit[]
  /** the reply that was the last one then: a later one has sources of its own */
  readonly replyId: string | undefined
}

export const useFoundPassages = create<{ readonly found: FoundPassages | undefined }>(() => ({
  found: undefined,
}))
