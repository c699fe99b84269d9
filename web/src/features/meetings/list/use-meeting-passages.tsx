import { useMemo, type ReactNode } from 'react'
import type { Api } from '#lib/http/index.ts'
import { memberSearch, SearchAnswer, usePassageHits } from '#passages/index.ts'
import type { MeetingRepository } from '../repositories/meeting-repository.ts'

interface MeetingPassagesOptions {
  readonly api: Api
  readonly repository: MeetingRepository
  /** without spaces around it; empty: nothing is searched */
  readonly q: string
}

/** Returns what was said in a member's meetings about a question, and an answer from it, which is given when it is asked for. */
export function useMeetingPassages({ api, repository, q }: MeetingPassagesOptions): {
  readonly hits: ReturnType<typeof usePassageHits>
  readonly answer: ReactNode
} {
  const isOnServer = repository.storedIn === 'server'
  const search = useMemo(() => (isOnServer ? memberSearch(api, 'meeting') : undefined), [api, isOnServer])
  const hits = usePassageHits(search, q)
  const answer = hits && hits.items.length > 0 && (
    <SearchAnswer key={hits.q} api={api} q={hits.q} kind="meeting" />
  )
  return { hits, answer }
}
