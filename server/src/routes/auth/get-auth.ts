import { getAuth } from '@vee/contract/http/auth'
import { json, route } from '../route.ts'

export const getAuthRoute = () =>
  route(getAuth, ({ caller }) =>
    json(
      caller.kind === 'visitor'
        ? ({ authenticated: false, user: null, tokenProvider: null } as const)
        : ({ authenticated: true, user: caller.user, tokenProvider: caller.tokenProvider } as const),
    ),
  )
