import { importMeetings } from '@vee/contract/http/meetings'
import type { Meetings } from '#domain/meetings/index.ts'
import { json, route } from '../route.ts'

export const importMeetingsRoute = (meetings: Meetings) =>
  route(importMeetings, async ({ body, caller }) => json(await meetings.import(body.meetings, caller)))
