import { postForgotPassword } from '@vee/contract/http/auth'
import type { PasswordReset } from '#domain/accounts/index.ts'
import { json, route } from '../route.ts'

export const postForgotPasswordRoute = (passwordReset: PasswordReset) =>
  route(postForgotPassword, ({ body: { email }, caller: { ip }, origin, locale }) =>
    json(passwordReset.request({ email, ip, origin, locale }), 202),
  )
