import { deleteAccount } from '@vee/contract/http/account'
import type { OwnAccount } from '#domain/own-account/index.ts'
import { empty, route } from '../route.ts'

export const deleteAccountRoute = (account: OwnAccount) =>
  route(deleteAccount, async ({ body: { email, password }, token, caller }) => {
    await account.delete({ email, password, token }, caller)
    return empty()
  })
