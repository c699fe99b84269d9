import { deleteAccount } from '@vee/contract/http/account'
import type { Profile } from '#domain/profile/index.ts'
import { empty, route } from '../route.ts'

export const deleteAccountRoute = (account: Profile) =>
  route(deleteAccount, async ({ body: { email, password }, token, caller }) => {
    await account.delete({ email, password, token }, caller)
    return empty()
  })
