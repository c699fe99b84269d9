import { patchActionItem } from '@vee/contract/http/meetings'
import type { Meetings } from '#domain/meetings/index.ts'
import { json, route } from '../route.ts'

export const patchActionItemRoute = (meetings: Meetings) =>
  route(patchActionItem, async ({ params, body, caller }) =>
    json(await meetings.changeItem(params.id, params.itemId, body, caller)),
  )
