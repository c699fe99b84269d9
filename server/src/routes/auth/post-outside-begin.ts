import { postOutsideBegin } from '@vee/contract/http/outside-sign-in'
import type { OutsideSignIn } from '#domain/accounts/index.ts'
import { json, route } from '../route.ts'

export const postOutsideBeginRoute = (outside: OutsideSignIn) =>
  route(postOutsideBegin, async ({ params: { provider }, body: { remember = false }, origin }) =>
    json(await outside.begin({ provider, remember, origin })),
  )
