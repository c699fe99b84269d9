import { postOutsideFinish } from '@vee/contract/http/outside-sign-in'
import type { FederatedSignIn } from '#domain/accounts/index.ts'
import { json, route } from '../route.ts'

export const postOutsideFinishRoute = (outside: FederatedSignIn) =>
  route(postOutsideFinish, async ({ body: { state, query }, origin }) =>
    json(await outside.finish({ state, query, origin })),
  )
