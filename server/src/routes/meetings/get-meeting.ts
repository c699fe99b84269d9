import { getMeeting } from '@vee/contract/http/meetings'
import type { Meetings } from '#domain/meetings/index.ts'
import { json, route } from '../route.ts'

export const getMeetingRoute = (meetings: Meetings) =>
  route(getMeeting, async ({ params, caller }) => json(await meetings.get(params.id, caller)))
