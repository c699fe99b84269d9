import type { getAuth } from '@vee/contract/http/auth'
import { useEffect, useState, type ReactNode } from 'react'
import type { Api } from '#lib/api/index.ts'

/** The way to the server's own area, for those alone who run it. */
export function HostLink({ api, link }: { readonly api: Api; readonly link: ReactNode }) {
  const [isHost, setHost] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    api
      .json<typeof getAuth>('GET', '/auth', { signal: stop.signal })
      .then((answer) => setHost(answer.authenticated && answer.isHost === true))
      // Who cannot be told who they are is shown the way to nothing.
      .catch(() => undefined)
    return () => stop.abort()
  }, [api])
  return isHost && link
}
