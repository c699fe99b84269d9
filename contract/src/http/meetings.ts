import { z } from 'zod'
import { errorCode } from '../errors.ts'
import { meeting, meetingDate, meetingFields } from '../entities/meeting.ts'
import { defineCall } from './call.ts'
import { opaqueId } from './chat.ts'

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
  /** all of them without it */
  archived: z.enum(['true', 'false']).optional(),
})

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
  }),
  answers: {
    200: {
      kind: 'json',
      schema: z.object({
        items: z.array(meeting.omit({ transcriptLines: true, minutes: true })),
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
    /** one of them */
    id: opaqueId.optional(),
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
  getMeeting,
  patchMeeting,
  deleteMeeting,
  restoreMeeting,
  summarizeMeeting,
  summarizeTranscript,
] as const
