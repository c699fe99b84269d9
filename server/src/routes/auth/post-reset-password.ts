import { postResetPassword } from '@vee/contract/http/auth'
import type { PasswordReset } from '#domain/accounts/index.ts'
import { empty, route } from '../route.ts'

export const postResetPasswordRoute = (passwordReset: PasswordReset) =>
  route(postResetPassword, async ({ body: { token, password } }) => {
    await passwordReset.complete(token, password)
    return empty()
  })
