import { useEffect, useState } from 'react'
import type { Shelf } from '#lib/shelf.ts'
import { Diary } from './diary-store.ts'

/** The diary on this shelf, read now and whenever something else has changed it. */
export function useDiary(shelf: Shelf): Diary {
  const [diary] = useState(() => new Diary(shelf))
  useEffect(() => {
    const stop = diary.follow()
    void diary.load()
    return stop
  }, [diary])
  return diary
}
