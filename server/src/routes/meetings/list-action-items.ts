import { listActionItems } from '@vee/contract/http/action-items'
import type { Meetings } from '#domain/meetings/index.ts'
import { json, route } from '../route.ts'

export const listActionItemsRoute = (meetings: Meetings) =>
  route(listActionItems, async ({ query: { shared, ...page }, caller }) =>
    json(await meetings.actionItems({ ...page, isShared: shared === 'true' }, caller)),
  )
