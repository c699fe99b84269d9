import { patchProfile } from '@vee/contract/http/account'
import type { OwnAccount } from '#domain/own-account/index.ts'
import { json, route } from '../route.ts'

export const patchProfileRoute = (account: OwnAccount) =>
  route(patchProfile, async ({ body: { displayName }, caller }) =>
    json({ user: await account.rename(displayName, caller) }),
  )
