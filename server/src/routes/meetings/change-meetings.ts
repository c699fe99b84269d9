import { changeMeetings } from '@vee/contract/http/meetings'
import type { Meetings } from '#domain/meetings/index.ts'
import { json, route } from '../route.ts'

export const changeMeetingsRoute = (meetings: Meetings) =>
  route(changeMeetings, async ({ body, caller }) =>
    json({ changed: await meetings.changeMany(body.ids, body.action, caller) }),
  )
