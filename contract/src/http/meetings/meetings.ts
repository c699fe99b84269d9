import { z } from 'zod'
import {
  MAX_ACTION_ITEMS,
  actionItem,
  givenActionItem,
  MAX_LINES,
  listedActionItem,
  MAX_MARKS,
  meeting,
  meetingDate,
  meetingFields,
  meetingMark,
  transcriptLine,
} from '../../entities/meeting.ts'
import { defineEndpoint } from '../endpoint.ts'
import { opaqueId } from '../chat.ts'

/** Maximum number of meetings that one request changes or, by their ids, exports. */
export const MEETINGS_AT_ONCE = 100
/** Maximum number of different tags in the list of tags. */
export const MAX_TAGS = 10_000
/** Maximum number of meetings per import. */
export const MAX_IMPORT_MEETINGS = 1_000

const tag = 'meetings'
const access = 'signed-in'
const ERRORS = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'] as const
const params = z.object({ id: opaqueId })
const oneMeeting = { kind: 'json', schema: meeting } as const

export const MEETING_SORTS = ['meetingDate', 'createdAt', 'updatedAt', 'title', 'openActionItems'] as const
export type MeetingSort = (typeof MEETING_SORTS)[number]

/** The filters of lists and exports of meetings. */
const filter = z.object({
  /** each of its terms must occur in the title, notes, transcript, summary, tasks, names or tags */
  q: z.string().max(200).optional(),
  /** the first and the last date or time */
  from: meetingDate.optional(),
  to: meetingDate.optional(),
  /** a part of a name */
  participant: z.string().max(200).optional(),
  /** a complete tag, case-insensitive */
  tag: z.string().max(60).optional(),
  /** default: all */
  archived: z.enum(['true', 'false']).optional(),
})

/** meetings shared with the caller, instead of the caller's own */
const shared = z.enum(['true', 'false']).optional()

/** A meeting in lists, without the fields that only its own page shows. */
export const listedMeeting = meeting
  .omit({ transcriptLines: true, minutes: true, marks: true, keepsSound: true })
  .partial({ quickNotes: true, transcript: true, summary: true })
  .extend({ actionItems: z.array(listedActionItem) })

export const listMeetings = defineEndpoint({
  method: 'GET',
  path: '/meetings',
  tag,
  summary:
    'List meetings, without transcript lines and evidence. A page of large meetings is shorter than `limit`',
  access,
  query: filter.extend({
    sort: z.enum(MEETING_SORTS.flatMap((field) => [field, `-${field}`] as const)).default('-meetingDate'),
    /** the `nextCursor` of the previous page, with the same sort order */
    cursor: z.string().max(2_000).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    /** without notes, transcript and summary */
    brief: z.enum(['true', 'false']).optional(),
    shared,
  }),
  responses: {
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

export const createMeeting = defineEndpoint({
  method: 'POST',
  path: '/meetings',
  tag,
  summary: 'Create a meeting; its date defaults to now',
  access,
  body: { kind: 'json', schema: meetingFields },
  responses: { 201: oneMeeting },
  errors: ERRORS,
})

export const getMeeting = defineEndpoint({
  method: 'GET',
  path: '/meetings/{id}',
  tag,
  summary: 'Get a meeting with its transcript and summary',
  access,
  params,
  responses: { 200: oneMeeting },
  errors: [...ERRORS, 'NOT_FOUND'],
})

/** Without defaults, because they would clear fields that a change does not contain. */
const unwrapped = <S extends z.ZodType>(schema: z.ZodDefault<S>) => schema.unwrap().optional()
const shape = meetingFields.shape

export const patchMeeting = defineEndpoint({
  method: 'PATCH',
  path: '/meetings/{id}',
  tag,
  summary: 'Update the given fields',
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
      /** changes of single lines, which are ordered by time */
      lines: partChanges(transcriptLine, MAX_LINES),
      summary: unwrapped(shape.summary),
      minutes: unwrapped(shape.minutes),
      actionItems: unwrapped(shape.actionItems),
      /**
       * changes of single items; a changed item stays generated, and is replaced by the next summary, unless
       * its `origin` is set to own
       */
      actionItemChanges: partChanges(actionItem, MAX_ACTION_ITEMS, givenActionItem),
      tags: unwrapped(shape.tags),
      marks: unwrapped(shape.marks),
      markChanges: partChanges(meetingMark, MAX_MARKS),
      archived: unwrapped(shape.archived),
      keepsSound: unwrapped(shape.keepsSound),
      meetingDate: shape.meetingDate,
    }),
  },
  responses: { 200: oneMeeting },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const deleteMeeting = defineEndpoint({
  method: 'DELETE',
  path: '/meetings/{id}',
  tag,
  summary: 'Delete; can be undone for ten minutes',
  access,
  params,
  responses: { 204: { kind: 'empty' } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const restoreMeeting = defineEndpoint({
  method: 'POST',
  path: '/meetings/{id}/restore',
  tag,
  summary: 'Undo the deletion, within ten minutes',
  access,
  params,
  responses: { 200: oneMeeting },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const MEETING_ACTIONS = ['archive', 'unarchive', 'delete', 'restore'] as const
export type MeetingAction = (typeof MEETING_ACTIONS)[number]

export const changeMeetings = defineEndpoint({
  method: 'POST',
  path: '/meetings/bulk',
  tag,
  summary: 'Archive, delete or restore several meetings in one transaction; missing ones are skipped',
  access,
  body: {
    kind: 'json',
    schema: z.object({
      ids: z.array(opaqueId).min(1).max(MEETINGS_AT_ONCE),
      action: z.enum(MEETING_ACTIONS),
    }),
  },
  responses: { 200: { kind: 'json', schema: z.object({ changed: z.int().nonnegative() }) } },
  errors: ERRORS,
})

export const listMeetingTags = defineEndpoint({
  method: 'GET',
  path: '/meetings/tags',
  tag,
  summary: `List tags of a member's meetings, most used first; of more than ${MAX_TAGS}, those of the newest meetings`,
  access,
  query: z.object({ shared }),
  responses: {
    200: {
      kind: 'json',
      schema: z.object({ tags: z.array(z.object({ tag: z.string(), count: z.int().positive() })) }),
    },
  },
  errors: ERRORS,
})

export const getMeetingSettings = defineEndpoint({
  method: 'GET',
  path: '/meetings/settings',
  tag,
  summary: "Get the host's notice about recording meetings",
  access: 'public',
  responses: {
    200: {
      kind: 'json',
      schema: z.object({
        /** shown before a recording starts; null: the client's default text */
        consentText: z.string().nullable(),
        /** number of days for which members may store their meetings' audio on the server; 0: not at all */
        soundDays: z.int().nonnegative(),
      }),
    },
  },
  errors: [],
})

export const exportMeetings = defineEndpoint({
  method: 'GET',
  path: '/meetings/export',
  tag,
  summary: 'Export all or the selected meetings as JSON or Markdown, or their action items as CSV',
  access,
  query: filter.extend({
    /** one id, or several separated by commas */
    id: z
      .string()
      .max(MEETINGS_AT_ONCE * 201)
      .optional(),
    shared,
    format: z.enum(['json', 'markdown', 'csv']).default('json'),
  }),
  responses: {
    200: { kind: 'bytes', contentTypes: ['application/json', 'text/markdown', 'text/csv'] },
  },
  errors: ERRORS,
})

export const importMeetings = defineEndpoint({
  method: 'POST',
  path: '/meetings/import',
  tag,
  summary: 'Import a JSON export; meetings whose id exists are skipped',
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
        .max(MAX_IMPORT_MEETINGS),
    }),
  },
  responses: {
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
  getMeeting,
  patchMeeting,
  deleteMeeting,
  restoreMeeting,
] as const

type Settable<S extends z.ZodRawShape> = {
  [F in keyof S]: F extends 'id' ? S[F] : z.ZodOptional<S[F] extends z.ZodDefault<infer Inner> ? Inner : S[F]>
}

/**
 * Changes of single parts of a meeting, as `PartChanges` of `meetings/parts.ts`, so that concurrent changes
 * of different users do not overwrite each other.
 */
function partChanges<S extends z.ZodRawShape & { id: z.ZodString }>(
  schema: z.ZodObject<S>,
  max: number,
  /** the schema of a whole part in requests, if it differs */
  put: z.ZodType<z.output<z.ZodObject<S>>> = schema,
) {
  const fields = Object.entries(schema.shape as z.ZodRawShape).map(([name, schema]) => [
    name,
    name === 'id' ? schema : z.optional(schema instanceof z.ZodDefault ? schema.unwrap() : schema),
  ])
  return z
    .object({
      /** each replaces the part with its id, or is added */
      put: z.array(put).max(max).optional(),
      /** fields of existing parts; others are skipped */
      set: z
        .array(z.object(Object.fromEntries(fields) as Settable<S>))
        .max(max)
        .optional(),
      /** parts that no longer exist are skipped */
      remove: z.array(schema.shape.id).max(max).optional(),
    })
    .optional()
}
