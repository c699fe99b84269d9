import { useCallback, useEffect, useState } from 'react'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import {
  begin,
  interviewFrom,
  advanceInterview,
  type Interview,
  type InterviewEvent,
  type Terms,
} from './interview.ts'

/** There is a single interview. */
const ID = 'current'

/** Returns the interview, stored with each change, so that a reload continues it. */
export function useInterview(indexedStore: IndexedStore) {
  /** `null` if none was started; undefined while loading */
  const [interview, setInterview] = useState<Interview | null>()
  const [isKept, setKept] = useState(true)

  useEffect(() => {
    let isWanted = true
    indexedStore.list('interview').then(
      ([stored]) => isWanted && setInterview(interviewFrom(stored) ?? null),
      () => {
        if (!isWanted) return
        setInterview(null)
        setKept(false)
      },
    )
    return () => {
      isWanted = false
    }
  }, [indexedStore])

  useEffect(() => {
    if (interview === undefined) return
    indexedStore.write([{ kind: 'interview', id: ID, value: interview ?? undefined }]).then(
      () => setKept(true),
      () => setKept(false),
    )
  }, [indexedStore, interview])

  const tell = useCallback(
    (event: InterviewEvent) => setInterview((now) => (now ? advanceInterview(now, event) : now)),
    [],
  )
  return {
    interview,
    isKept,
    tell,
    start: (terms: Terms): void => setInterview(begin(terms, Date.now())),
    forget: (): void => setInterview(null),
  }
}
