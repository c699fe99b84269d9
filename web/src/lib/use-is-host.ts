import type { getAuth } from '@vee/contract/http/accounts/auth'
import { useEffect, useState } from 'react'
import type { Api } from './http/index.ts'
import { readToken } from './http/auth-token.ts'

/** The answer for the token of this page; requested once, and again after another sign-in or a failure. */
let known: { readonly token: string; readonly isHost: Promise<boolean> } | undefined

async function ask(api: Api): Promise<boolean> {
  const answer = await api.json<typeof getAuth>('GET', '/auth')
  return answer.authenticated && answer.isHost === true
}

/** Returns whether the signed-in user administers this server. Rejects with ApiError if the server does not respond. */
export function requestIsHost(api: Api): Promise<boolean> {
  const token = readToken()
  if (token === undefined) return Promise.resolve(false)
  if (known?.token !== token) {
    const isHost = ask(api)
    known = { token, isHost }
    isHost.catch(() => (known = undefined))
  }
  return known.isHost
}

/** Returns whether the signed-in user administers this server; false until it is known. It only decides what is shown. */
export function useIsHost(api: Api): boolean {
  const [isHost, setHost] = useState(false)
  useEffect(() => {
    let isCurrent = true
    requestIsHost(api).then(
      (answer) => isCurrent && setHost(answer),
      // Without a response the pages of the server are not offered.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [api])
  return isHost
}
