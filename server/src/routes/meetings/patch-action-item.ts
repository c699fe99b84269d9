import { patchActionItem } from '@vee/contract/http/action-items'
import type { Meetings } from '#domain/meetings/index.ts'
import { json, route } from '../route.ts'

export const patchActionItemRoute = (meetings: Meetings) =>
  route(patchActionItem, async ({ params, body, caller }) =>
    json(await meetings.changeItem(params.id, params.itemId, body, caller)),
  )
