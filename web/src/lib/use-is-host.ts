import type { getAuth } from '@vee/contract/http/accounts/auth'
import { useEffect, useState } from 'react'
import type { Api } from './http/index.ts'
import { readToken } from './http/auth-token.ts'

/** The answer for the token of this page; requested once, and again after another sign-in or a failure. */
let cached: { readonly token: string; readonly role: Promise<AccountRole> } | undefined

interface AccountRole {
  /** has an account; passphrase holders have none */
  readonly isMember: boolean
  /** administers this server */
  readonly isHost: boolean
}

async function fetchRole(api: Api): Promise<AccountRole> {
  const auth = await api.json<typeof getAuth>('GET', '/auth')
  return {
    isMember: auth.user?.kind === 'member',
    isHost: auth.authenticated && auth.isHost === true,
  }
}

/** Returns the role of the user of this page. Rejects with ApiError if the server does not respond. */
export function requestRole(api: Api): Promise<AccountRole> {
  const token = readToken()
  if (token === undefined) return Promise.resolve({ isMember: false, isHost: false })
  if (cached?.token !== token) {
    const role = fetchRole(api)
    cached = { token, role }
    role.catch(() => (cached = undefined))
  }
  return cached.role
}

/** Returns whether the signed-in user administers this server; false until it is known. It only decides what is shown. */
export function useIsHost(api: Api): boolean {
  /** another one after signing in or out */
  const token = readToken()
  const [status, setStatus] = useState<{ readonly token: string | undefined; readonly isHost: boolean }>()
  useEffect(() => {
    let isCurrent = true
    requestRole(api).then(
      ({ isHost }) => isCurrent && setStatus({ token, isHost }),
      // Without a response the pages of the server are not offered.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [api, token])
  return status !== undefined && status.token === token && status.isHost
}
