import { patchProfile } from '@vee/contract/http/account'
import type { Profile } from '#domain/profile/index.ts'
import { json, route } from '../route.ts'

export const patchProfileRoute = (account: Profile) =>
  route(patchProfile, async ({ body: { displayName }, caller }) =>
    json({ user: await account.rename(displayName, caller) }),
  )
