import { postGlobalLogin } from '@vee/contract/http/auth'
import type { Accounts } from '#domain/accounts/index.ts'
import { json, route } from '../route.ts'

export const postGlobalLoginRoute = (accounts: Accounts) =>
  route(postGlobalLogin, async ({ body, caller }) =>
    json(
      await accounts.signInWithPassphrase({
        password: body.password,
        remember: body.remember ?? false,
        ip: caller.ip,
      }),
    ),
  )
