import { postChangePassword } from '@vee/contract/http/auth'
import type { Members } from '#domain/accounts/index.ts'
import { empty, route } from '../route.ts'

export const postChangePasswordRoute = (members: Members) =>
  route(postChangePassword, async ({ body: { currentPassword, password }, token, caller }) => {
    await members.changePassword({ currentPassword, password, token }, caller)
    return empty()
  })
