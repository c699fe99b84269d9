import type { getAuth } from '@vee/contract/http/auth'
import { useEffect, useState } from 'react'
import type { Api } from './api/index.ts'

/** Undefined until it is known. Whoever came in with the shared passphrase has a token too, and no account. */
export function useIsMember(api: Api, isSignedIn: boolean): boolean | undefined {
  const [isMember, setMember] = useState(isSignedIn ? undefined : false)
  useEffect(() => {
    if (!isSignedIn) return undefined
    let isCurrent = true
    api.json<typeof getAuth>('GET', '/auth').then(
      ({ user }) => isCurrent && setMember(user?.kind === 'member'),
      // Without an answer the server says so when something is asked of it.
      () => isCurrent && setMember(true),
    )
    return () => {
      isCurrent = false
    }
  }, [api, isSignedIn])
  return isMember
}
