import type { getAuth } from '@vee/contract/http/accounts/auth'
import { useEffect, useState, type ReactNode } from 'react'
import type { Api } from '#lib/http/index.ts'

/** Links to the host's area; shown only to hosts. */
export function HostLink({ api, link }: { readonly api: Api; readonly link: ReactNode }) {
  const [isHost, setHost] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    api
      .json<typeof getAuth>('GET', '/auth', { signal: stop.signal })
      .then((answer) => setHost(answer.authenticated && answer.isHost === true))
      // Without a response about the account, the link is not shown.
      .catch(() => undefined)
    return () => stop.abort()
  }, [api])
  return isHost && link
}
