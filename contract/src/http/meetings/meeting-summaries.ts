import { z } from 'zod'
import { meeting, meetingFields } from '../../entities/meeting.ts'
import { errorCode } from '../../errors.ts'
import { defineEndpoint, MAX_LONG_JSON_BYTES } from '../endpoint.ts'
import { opaqueId, PAID_REPLY_ERRORS } from '../chat.ts'

const tag = 'meetings'
const access = 'signed-in'
const ERRORS = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'] as const
const params = z.object({ id: opaqueId })
const oneMeeting = { kind: 'json', schema: meeting } as const

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
  /** BCP 47; the language of the summary; default: that of the transcript */
  language: z.string().max(35).optional(),
  /** the purpose of the summary: standup, interview, sales, lecture, or free text */
  template: z.string().trim().max(2_000).optional(),
})

export const summarizeMeeting = defineEndpoint({
  method: 'POST',
  path: '/meetings/{id}/summarize',
  tag,
  summary:
    'Generate summary and action items from the transcript, with the notes as context. Edits by people are preserved. Streams events with `stream: true` or `Accept: text/event-stream`',
  access,
  params,
  body: { kind: 'json', schema: wish },
  responses: { 200: [oneMeeting, { kind: 'events', schema: meetingEvent }] },
  errors: [...ERRORS, 'NOT_FOUND', ...PAID_REPLY_ERRORS],
})

const written = meeting.pick({ title: true, summary: true, minutes: true, actionItems: true }).partial()

export const summaryEvent = z.discriminatedUnion('type', [
  progress,
  z.object({ type: z.literal('summary'), change: written }),
  failure,
])
export type SummaryEvent = z.infer<typeof summaryEvent>

export const summarizeTranscript = defineEndpoint({
  method: 'POST',
  path: '/meetings/summary',
  tag,
  summary: 'Summarize a meeting that the browser stores: returns the changes and stores nothing',
  access: 'public',
  body: { kind: 'json', maxBytes: MAX_LONG_JSON_BYTES, schema: wish.extend({ meeting: meetingFields }) },
  responses: {
    200: [
      { kind: 'json', schema: z.object({ change: written }) },
      { kind: 'events', schema: summaryEvent },
    ],
  },
  errors: ['SESSION_EXPIRED', ...PAID_REPLY_ERRORS],
})

export const MEETING_SUMMARY_CALLS = [summarizeMeeting, summarizeTranscript] as const
