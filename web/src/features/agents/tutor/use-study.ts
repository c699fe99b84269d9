import { useEffect, useState } from 'react'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { EMPTY_STUDY, studyFrom, type Study } from './study.ts'

const ID = 'current'

/** Returns the learning state, stored with each change; undefined while loading. */
export function useStudy(indexedStore: IndexedStore) {
  const [study, setStudy] = useState<Study>()
  const [isKept, setKept] = useState(true)

  useEffect(() => {
    let isWanted = true
    const load = () =>
      indexedStore.list('lessons').then(
        ([stored]) => isWanted && setStudy(studyFrom(stored)),
        () => {
          if (!isWanted) return
          setStudy((known) => known ?? EMPTY_STUDY)
          setKept(false)
        },
      )
    void load()
    const stop = indexedStore.subscribe((kind) => {
      if (kind === 'lessons') void load()
    })
    return () => {
      isWanted = false
      stop()
    }
  }, [indexedStore])

  function change(next: Study): void {
    setStudy(next)
    indexedStore.write([{ kind: 'lessons', id: ID, value: next }]).then(
      () => setKept(true),
      () => setKept(false),
    )
  }
  return { study, isKept, change }
}
