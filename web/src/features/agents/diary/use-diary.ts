import { useEffect, useState } from 'react'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { Diary } from './diary-store.ts'

/** Opens the diary of this store, and follows changes by other tabs. */
export function useDiary(indexedStore: IndexedStore): Diary {
  const [diary] = useState(() => new Diary(indexedStore))
  useEffect(() => {
    const stop = diary.follow()
    void diary.load()
    return stop
  }, [diary])
  return diary
}
