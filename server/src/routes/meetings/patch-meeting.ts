import { patchMeeting } from '@vee/contract/http/meetings'
import type { Meetings } from '#domain/meetings/index.ts'
import { json, route } from '../route.ts'

export const patchMeetingRoute = (meetings: Meetings) =>
  route(patchMeeting, async ({ params, body, caller }) =>
    json(await meetings.change(params.id, body, caller)),
  )
