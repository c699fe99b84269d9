import { useEffect, useState } from 'react'
import { useOnTeamChange } from '#lib/team-changes.ts'
import type { MeetingRepository, MeetingListPage, MeetingQuery } from '../repositories/meeting-repository.ts'

/** Debounce of the search, in ms. */
const SEARCH_AFTER_MS = 250

export const ALL: MeetingQuery = {
  q: '',
  from: '',
  to: '',
  participant: '',
  tag: '',
  archived: false,
  shared: false,
  sort: '-meetingDate',
}

export const isNarrowed = ({ q, from, to, participant, tag, archived, shared }: MeetingQuery) =>
  q + from + to + participant + tag !== '' || archived || shared

/**
 * Returns the results so far, and a function that loads more. Responses to outdated searches are discarded.
 */
export function useFound(repository: MeetingRepository, query: MeetingQuery) {
  const [result, setResult] = useState<MeetingListPage | 'failed' | undefined>()
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isWanted = true
    const timer = setTimeout(
      () => {
        repository.list(query).then(
          (page) => isWanted && setResult(page),
          () => isWanted && setResult('failed'),
        )
      },
      // Requests after a change, or not caused by typing, are not debounced.
      query === ALL || round > 0 ? 0 : SEARCH_AFTER_MS,
    )
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [repository, query, round])

  async function more(): Promise<void> {
    if (result === undefined || result === 'failed' || result.nextCursor === null) return
    const page = await repository.list(query, result.nextCursor)
    const grown = { items: [...result.items, ...page.items], nextCursor: page.nextCursor }
    setResult((now) => (now === result ? grown : now))
  }
  const reload = () => setRound((count) => count + 1)
  useOnTeamChange(reload)
  return { result, more, reload }
}
