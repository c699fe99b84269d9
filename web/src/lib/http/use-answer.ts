import { useCallback, useEffect, useRef, useState } from 'react'

export type AnswerState<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly value: T }

/** Loads data on mount and whenever `key` changes; the previous data remains while it is reloaded. */
export function useAnswer<T>(key: string, request: (signal: AbortSignal) => Promise<T>) {
  const [answer, setAnswer] = useState<AnswerState<T>>({ status: 'loading' })
  const [round, setRound] = useState(0)
  const latest = useRef(request)
  useEffect(() => {
    latest.current = request
  })
  useEffect(() => {
    const stop = new AbortController()
    latest
      .current(stop.signal)
      .then((value) => setAnswer({ status: 'ready', value }))
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setAnswer({ status: 'failed', error })
      })
    return () => stop.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- asks again when these change; `ask` is a new function each time
  }, [key, round])
  const reload = useCallback(() => setRound((before) => before + 1), [])
  /** Replaces only this response: a newer one is preserved. */
  const show = (value: T) => setAnswer((now) => (now === answer ? { status: 'ready', value } : now))
  return { answer, reload, show }
}
