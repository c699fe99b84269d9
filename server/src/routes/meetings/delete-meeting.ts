import { deleteMeeting } from '@vee/contract/http/meetings'
import type { Meetings } from '#domain/meetings/index.ts'
import { empty, route } from '../route.ts'

export const deleteMeetingRoute = (meetings: Meetings) =>
  route(deleteMeeting, async ({ params, caller }) => {
    await meetings.delete(params.id, caller)
    return empty()
  })
