import { listMeetingTags } from '@vee/contract/http/meetings'
import type { Meetings } from '#domain/meetings/index.ts'
import { json, route } from '../route.ts'

export const listMeetingTagsRoute = (meetings: Meetings) =>
  route(listMeetingTags, async ({ query, caller }) =>
    json({ tags: await meetings.tags(query.shared === 'true', caller) }),
  )
