import { deleteAuth } from '@vee/contract/http/auth'
import type { Accounts } from '#domain/accounts/index.ts'
import { empty, route } from '../route.ts'

export const deleteAuthRoute = (accounts: Accounts) =>
  route(deleteAuth, async ({ token }) => {
    if (token !== undefined) await accounts.signOut(token)
    return empty()
  })
