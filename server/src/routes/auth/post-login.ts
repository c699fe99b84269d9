import { postLogin } from '@vee/contract/http/auth'
import type { Members } from '#domain/accounts/index.ts'
import { json, route } from '../route.ts'

export const postLoginRoute = (members: Members) =>
  route(postLogin, async ({ body: { email, password, remember = false }, caller: { ip } }) =>
    json(await members.signIn({ email, password, remember, ip })),
  )
