import { restoreMeeting } from '@vee/contract/http/meetings'
import type { Meetings } from '#domain/meetings/index.ts'
import { json, route } from '../route.ts'

export const restoreMeetingRoute = (meetings: Meetings) =>
  route(restoreMeeting, async ({ params, caller }) => json(await meetings.restore(params.id, caller)))
