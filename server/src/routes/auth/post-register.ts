import { postRegister } from '@vee/contract/http/auth'
import type { Members } from '#domain/accounts/index.ts'
import { json, route } from '../route.ts'

export const postRegisterRoute = (members: Members) =>
  route(postRegister, async ({ body: { email, password, displayName, acceptTerms, planId }, caller }) =>
    json(await members.register({ email, password, displayName, acceptTerms, planId, ip: caller.ip }), 201),
  )
