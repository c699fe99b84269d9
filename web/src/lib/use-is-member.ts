import type { getAuth } from '@vee/contract/http/accounts/auth'
import { useEffect, useState } from 'react'
import type { Api } from './http/index.ts'

/** Undefined until it is known. Passphrase holders have a token, too, but no account. */
export function useIsMember(api: Api, isSignedIn: boolean): boolean | undefined {
  const [isMember, setMember] = useState(isSignedIn ? undefined : false)
  useEffect(() => {
    if (!isSignedIn) return undefined
    let isCurrent = true
    api.json<typeof getAuth>('GET', '/auth').then(
      ({ user }) => isCurrent && setMember(user?.kind === 'member'),
      // Without a response, later requests will return an error.
      () => isCurrent && setMember(true),
    )
    return () => {
      isCurrent = false
    }
  }, [api, isSignedIn])
  return isMember
}
