import { postOutsideBegin } from '@vee/contract/http/outside-sign-in'
import type { FederatedSignIn } from '#domain/accounts/index.ts'
import { json, route } from '../route.ts'

export const postOutsideBeginRoute = (outside: FederatedSignIn) =>
  route(postOutsideBegin, async ({ params: { provider }, body: { remember = false }, origin }) =>
    json(await outside.begin({ provider, remember, origin })),
  )
