import { z } from 'zod'
import { errorCode } from '../errors.ts'
import { actionItem, meeting, meetingDate, meetingFields } from '../entities/meeting.ts'
import { defineCall } from './call.ts'
import { opaqueId } from './chat.ts'

/** Meetings that one call changes or, by their ids, exports. */
export const MEETINGS_AT_ONCE = 100
/** Meetings that one import takes. */
export const IMPORT_MEETINGS_MAX = 1_000

const area = 'meetings'
const access = 'signed-in'
const ERRORS = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'] as const
const params = z.object({ id: opaqueId })
const oneMeeting = { kind: 'json', schema: meeting } as const

export const MEETING_SORTS = ['meetingDate', 'createdAt', 'updatedAt', 'title', 'openActionItems'] as const
export type MeetingSort = (typeof MEETING_SORTS)[number]

/** Which meetings: what a list and an export choose by. */
const filter = z.object({
  /** each of its words must be in the title, the notes, the transcript, the summary, the tasks, names or tags */
  q: z.string().max(200).optional(),
  /** the first and the last day, or times */
  from: meetingDate.optional(),
  to: meetingDate.optional(),
  /** a part of a name */
  participant: z.string().max(200).optional(),
  /** a whole tag, in capitals or not */
  tag: z.string().max(60).optional(),
  /** all of them without it */
  archived: z.enum(['true', 'false']).optional(),
})

/** A meeting without what only its own page shows. */
export const listedMeeting = meeting
  .omit({ transcriptLines: true, minutes: true, marks: true })
  .partial({ quickNotes: true, transcript: true, summary: true })

export const listMeetings = defineCall({
  method: 'GET',
  path: '/meetings',
  area,
  summary: "A member's meetings, without their transcripts' lines and their summaries' proofs",
  access,
  query: filter.extend({
    sort: z.enum(MEETING_SORTS.flatMap((field) => [field, `-${field}`] as const)).default('-meetingDate'),
    /** the `nextCursor` of the page before, under the same sort */
    cursor: z.string().max(2_000).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    /** without notes, transcript and summary */
    brief: z.enum(['true', 'false']).optional(),
  }),
  answers: {
    200: {
      kind: 'json',
      schema: z.object({
        items: z.array(listedMeeting),
        nextCursor: z.string().nullable(),
      }),
    },
  },
  errors: ERRORS,
})

export const createMeeting = defineCall({
  method: 'POST',
  path: '/meetings',
  area,
  summary: 'Keep a meeting. Its date is now unless given',
  access,
  body: { kind: 'json', schema: meetingFields },
  answers: { 201: oneMeeting },
  errors: ERRORS,
})

export const getMeeting = defineCall({
  method: 'GET',
  path: '/meetings/{id}',
  area,
  summary: 'One meeting, whole',
  access,
  params,
  answers: { 200: oneMeeting },
  errors: [...ERRORS, 'NOT_FOUND'],
})

/** Defaults would empty what a change does not name. */
const unwrapped = <S extends z.ZodType>(schema: z.ZodDefault<S>) => schema.unwrap().optional()
const shape = meetingFields.shape

export const patchMeeting = defineCall({
  method: 'PATCH',
  path: '/meetings/{id}',
  area,
  summary: 'Change what is given, and leave the rest',
  access,
  params,
  body: {
    kind: 'json',
    schema: z.object({
      title: unwrapped(shape.title),
      participants: unwrapped(shape.participants),
      quickNotes: unwrapped(shape.quickNotes),
      transcript: unwrapped(shape.transcript),
      transcriptLines: unwrapped(shape.transcriptLines),
      summary: unwrapped(shape.summary),
      minutes: unwrapped(shape.minutes),
      actionItems: unwrapped(shape.actionItems),
      tags: unwrapped(shape.tags),
      marks: unwrapped(shape.marks),
      archived: unwrapped(shape.archived),
      meetingDate: shape.meetingDate,
    }),
  },
  answers: { 200: oneMeeting },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const deleteMeeting = defineCall({
  method: 'DELETE',
  path: '/meetings/{id}',
  area,
  summary: 'Delete it. For ten minutes it can be restored, then it is gone for good',
  access,
  params,
  answers: { 204: { kind: 'empty' } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const restoreMeeting = defineCall({
  method: 'POST',
  path: '/meetings/{id}/restore',
  area,
  summary: 'Take back its deletion, within ten minutes',
  access,
  params,
  answers: { 200: oneMeeting },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const MEETING_ACTIONS = ['archive', 'unarchive', 'delete', 'restore'] as const
export type MeetingAction = (typeof MEETING_ACTIONS)[number]

export const changeMeetings = defineCall({
  method: 'POST',
  path: '/meetings/bulk',
  area,
  summary:
    'Archive, delete or restore several meetings, all or none; what is not there any more is passed over',
  access,
  body: {
    kind: 'json',
    schema: z.object({
      ids: z.array(opaqueId).min(1).max(MEETINGS_AT_ONCE),
      action: z.enum(MEETING_ACTIONS),
    }),
  },
  answers: { 200: { kind: 'json', schema: z.object({ changed: z.int().nonnegative() }) } },
  errors: ERRORS,
})

export const listMeetingTags = defineCall({
  method: 'GET',
  path: '/meetings/tags',
  area,
  summary: "The tags of a member's meetings, the most used first",
  access,
  answers: {
    200: {
      kind: 'json',
      schema: z.object({ tags: z.array(z.object({ tag: z.string(), count: z.int().positive() })) }),
    },
  },
  errors: ERRORS,
})

const openActionItem = z.object({
  meetingId: z.string(),
  meetingTitle: z.string(),
  meetingDate: z.string(),
  item: actionItem,
})
export type OpenActionItem = z.infer<typeof openActionItem>

export const listActionItems = defineCall({
  method: 'GET',
  path: '/meetings/action-items',
  area,
  summary: "What is left to do from all of a member's meetings: by due date, and then what has none",
  access,
  query: z.object({
    /** the `nextCursor` of the page before */
    cursor: z.string().max(2_000).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  answers: {
    200: {
      kind: 'json',
      schema: z.object({ items: z.array(openActionItem), nextCursor: z.string().nullable() }),
    },
  },
  errors: ERRORS,
})

export const patchActionItem = defineCall({
  method: 'PATCH',
  path: '/meetings/{id}/action-items/{itemId}',
  area,
  summary: 'Change one action item and leave the rest of its meeting',
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
  answers: { 200: oneMeeting },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const getMeetingSettings = defineCall({
  method: 'GET',
  path: '/meetings/settings',
  area,
  summary: 'What the host says about recording meetings here',
  access: 'public',
  answers: {
    200: {
      kind: 'json',
      schema: z.object({
        /** shown before a recording begins; null: the client has words of its own */
        consentText: z.string().nullable(),
      }),
    },
  },
  errors: [],
})

/** A long transcript is read in parts. */
const progress = z.object({
  type: z.literal('progress'),
  done: z.int().nonnegative(),
  total: z.int().positive(),
})
const failure = z.object({
  type: z.literal('error'),
  error: errorCode,
  message: z.string(),
  retryable: z.boolean(),
})

export const meetingEvent = z.discriminatedUnion('type', [
  progress,
  z.object({ type: z.literal('meeting'), meeting }),
  failure,
])
export type MeetingEvent = z.infer<typeof meetingEvent>

const wish = z.object({
  stream: z.boolean().optional(),
  /** BCP 47; the language to write in; that of the transcript without it */
  language: z.string().max(35).optional(),
  /** what the summary is for: a template's name, or a wish in words */
  template: z.string().trim().max(2_000).optional(),
})
const SUMMARY_ERRORS = [
  'AGENT_TIER_REQUIRED',
  'LLM_UNAVAILABLE',
  'PROVIDER_ERROR',
  'PROVIDER_TIMEOUT',
  'REPLY_INTERRUPTED',
  'RATE_LIMITED',
  'ALLOWANCE_EXHAUSTED',
  'COST_LIMIT_EXCEEDED',
  'SUBSCRIPTION_REQUIRED',
] as const

export const summarizeMeeting = defineCall({
  method: 'POST',
  path: '/meetings/{id}/summarize',
  area,
  summary:
    'Write summary and action items from the transcript; the notes tell what it was about. What a person wrote stays. Streams events with `stream: true` or `Accept: text/event-stream`',
  access,
  params,
  body: { kind: 'json', schema: wish },
  answers: { 200: [oneMeeting, { kind: 'events', schema: meetingEvent }] },
  errors: [...ERRORS, 'NOT_FOUND', ...SUMMARY_ERRORS],
})

const written = meetingFields.pick({ title: true, summary: true, minutes: true, actionItems: true }).partial()

export const summaryEvent = z.discriminatedUnion('type', [
  progress,
  z.object({ type: z.literal('summary'), change: written }),
  failure,
])
export type SummaryEvent = z.infer<typeof summaryEvent>

export const summarizeTranscript = defineCall({
  method: 'POST',
  path: '/meetings/summary',
  area,
  summary: 'The same for a meeting that the browser keeps: answers what changes of it, and keeps nothing',
  access: 'public',
  body: { kind: 'json', schema: wish.extend({ meeting: meetingFields }) },
  answers: {
    200: [
      { kind: 'json', schema: z.object({ change: written }) },
      { kind: 'events', schema: summaryEvent },
    ],
  },
  errors: ['SESSION_EXPIRED', ...SUMMARY_ERRORS],
})

export const exportMeetings = defineCall({
  method: 'GET',
  path: '/meetings/export',
  area,
  summary:
    'A download of all meetings, or of those chosen: all of them as JSON or Markdown, their action items as CSV',
  access,
  query: filter.extend({
    /** one of them, or several with commas between them */
    id: z
      .string()
      .max(MEETINGS_AT_ONCE * 201)
      .optional(),
    format: z.enum(['json', 'markdown', 'csv']).default('json'),
  }),
  answers: {
    200: { kind: 'bytes', contentTypes: ['application/json', 'text/markdown', 'text/csv'] },
  },
  errors: ERRORS,
})

export const importMeetings = defineCall({
  method: 'POST',
  path: '/meetings/import',
  area,
  summary: 'Take over the JSON export. A meeting that is there already, by its id, is not added again',
  access,
  body: {
    kind: 'json',
    schema: z.object({
      meetings: z
        .array(
          meetingFields.extend({
            id: opaqueId,
            createdAt: z.iso.datetime().optional(),
            updatedAt: z.iso.datetime().optional(),
          }),
        )
        .max(IMPORT_MEETINGS_MAX),
    }),
  },
  answers: {
    200: {
      kind: 'json',
      schema: z.object({ added: z.int().nonnegative(), skipped: z.int().nonnegative() }),
    },
  },
  errors: ERRORS,
})

export const MEETING_CALLS = [
  listMeetings,
  createMeeting,
  exportMeetings,
  importMeetings,
  changeMeetings,
  getMeetingSettings,
  listMeetingTags,
  listActionItems,
  patchActionItem,
  getMeeting,
  patchMeeting,
  deleteMeeting,
  restoreMeeting,
  summarizeMeeting,
  summarizeTranscript,
] as const
