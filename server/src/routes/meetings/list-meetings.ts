import { listMeetings } from '@vee/contract/http/meetings'
import type { Meetings } from '#domain/meetings/index.ts'
import { json, route } from '../route.ts'

export const listMeetingsRoute = (meetings: Meetings) =>
  route(listMeetings, async ({ query: { archived, brief, shared, ...query }, caller }) =>
    json(
      await meetings.list(
        {
          ...query,
          archived: archived === undefined ? undefined : archived === 'true',
          isBrief: brief === 'true',
          isShared: shared === 'true',
        },
        caller,
      ),
    ),
  )
