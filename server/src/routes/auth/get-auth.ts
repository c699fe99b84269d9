import { getAuth } from '@vee/contract/http/auth'
import type { Caller, Members } from '#domain/accounts/index.ts'
import { json, route } from '../route.ts'

export const getAuthRoute = (members: Members, isHost: (caller: Caller) => Promise<boolean>) =>
  route(getAuth, async ({ caller }) =>
    json(
      caller.kind === 'visitor'
        ? ({ authenticated: false, user: null, tokenProvider: null } as const)
        : ({
            authenticated: true,
            user: caller.user,
            tokenProvider: caller.tokenProvider,
            hasPassword: await members.hasPassword(caller),
            ...((await isHost(caller)) && { isHost: true as const }),
          } as const),
    ),
  )
