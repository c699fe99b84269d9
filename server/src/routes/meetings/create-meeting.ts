import { createMeeting } from '@vee/contract/http/meetings'
import type { Meetings } from '#domain/meetings/index.ts'
import { json, route } from '../route.ts'

export const createMeetingRoute = (meetings: Meetings) =>
  route(createMeeting, async ({ body, caller }) => json(await meetings.create(body, caller), 201))
