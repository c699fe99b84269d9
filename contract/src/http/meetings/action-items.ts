import { z } from 'zod'
import { actionItem, listedActionItem, meeting, sharedBy } from '../../entities/meeting.ts'
import { defineEndpoint } from '../endpoint.ts'
import { opaqueId } from '../chat.ts'

const tag = 'meetings'
const access = 'signed-in'
const ERRORS = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'] as const
const params = z.object({ id: opaqueId })
const oneMeeting = { kind: 'json', schema: meeting } as const

const openActionItem = z.object({
  meetingId: z.string(),
  meetingTitle: z.string(),
  meetingDate: z.string(),
  item: listedActionItem,
  /** absent if the meeting is the caller's own */
  sharedBy: sharedBy.optional(),
})
export type OpenActionItem = z.infer<typeof openActionItem>

export const listActionItems = defineEndpoint({
  method: 'GET',
  path: '/meetings/action-items',
  tag,
  summary:
    "List open action items of all of a member's meetings, by due date, undated ones last. A page of long items is shorter than `limit`",
  access,
  query: z.object({
    /** the `nextCursor` of the previous page */
    cursor: z.string().max(2_000).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    /** open action items of meetings that colleagues share, instead of the caller's own */
    shared: z.enum(['true', 'false']).optional(),
  }),
  responses: {
    200: {
      kind: 'json',
      schema: z.object({ items: z.array(openActionItem), nextCursor: z.string().nullable() }),
    },
  },
  errors: ERRORS,
})

export const patchActionItem = defineEndpoint({
  method: 'PATCH',
  path: '/meetings/{id}/action-items/{itemId}',
  tag,
  summary: 'Update one action item of a meeting',
  access,
  params: params.extend({ itemId: opaqueId }),
  body: {
    kind: 'json',
    schema: z.object({
      text: actionItem.shape.text.optional(),
      assignee: actionItem.shape.assignee.unwrap().optional(),
      done: actionItem.shape.done.unwrap().optional(),
      dueDate: actionItem.shape.dueDate.unwrap().optional(),
    }),
  },
  responses: { 200: oneMeeting },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const ACTION_ITEM_CALLS = [listActionItems, patchActionItem] as const
