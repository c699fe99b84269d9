import { useDeferredValue, useState } from 'react'
import { useAnswer } from './use-answer.ts'

interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

/** A searchable list that is loaded page by page. */
export function usePages<T>(
  filter: string,
  read: (question: { q?: string; cursor?: string }, signal?: AbortSignal) => Promise<Page<T>>,
  /** called with the error if the next page could not be loaded */
  showFailure: (error: unknown) => void,
) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed).trim()
  const question: { readonly q?: string } = q === '' ? {} : { q }
  const { answer, reload, show } = useAnswer(`${filter} ${q}`, (signal) => read(question, signal))

  async function readMore({ items, nextCursor }: Page<T>): Promise<void> {
    if (nextCursor === null) return
    try {
      const more = await read({ ...question, cursor: nextCursor })
      show({ items: [...items, ...more.items], nextCursor: more.nextCursor })
    } catch (error) {
      showFailure(error)
    }
  }
  return { typed, setTyped, question, answer, reload, readMore }
}
