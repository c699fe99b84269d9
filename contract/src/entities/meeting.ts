import { z } from 'zod'
import { MAX_NOTES_LENGTH } from './meeting-limits.ts'
import { shareRight } from './teams/share-right.ts'

/** In Unicode code points, as zod counts; two hours of speech are about 100,000. */
export const MAX_TRANSCRIPT_LENGTH = 2_000_000
const MAX_SUMMARY_LENGTH = 200_000
export const MAX_LINES = 20_000
export const MAX_TEMPLATE_LENGTH = 500
export const MAX_ACTION_ITEMS = 500
export const MAX_MARKS = 500
export const MAX_SENTENCE_LENGTH = 2_000
export const MAX_MINUTES = { overview: 50, decisions: 100, openQuestions: 100 } as const

const name = z.string().trim().min(1).max(200)
const names = z.array(name).max(200)
const sentence = z.string().trim().min(1).max(MAX_SENTENCE_LENGTH)

/** A day, or a time */
const dayOrTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** A date or a time. A date is unchanged; a time is converted to UTC, which may change its year. */
export const meetingDate = dayOrTime
  .transform((text) => (text.includes('T') ? new Date(text).toISOString() : text))
  .refine((text) => /^\d{4}-/.test(text), 'a year from 0000 to 9999, in UTC too')

/** The part of a transcript that a statement of the summary is based on. */
export const evidence = z.object({
  /** verbatim */
  quote: sentence,
  /** seconds from the beginning of the recording; null if the transcript has no times */
  at: z.number().nonnegative().nullable(),
})
export type Evidence = z.infer<typeof evidence>

/**
 * A statement of the summary. It is proven by the quotes that were found in the transcript, and unproven
 * without any.
 */
export const minute = z.object({ text: sentence, evidence: z.array(evidence).max(10).default([]) })
export type Minute = z.infer<typeof minute>

export const actionItem = z.object({
  id: z.string().min(1).max(100),
  text: sentence,
  assignee: z.string().trim().max(200).nullable().default(null),
  done: z.boolean().default(false),
  /** YYYY-MM-DD */
  dueDate: dayOrTime.nullable().default(null),
  evidence: z.array(evidence).max(10).default([]),
  /** `own`: written or edited by the user, and preserved when the summary is generated again */
  origin: z.enum(['own', 'generated']).default('own'),
})
export type ActionItem = z.infer<typeof actionItem>

/** An action item in lists, without its evidence, which can be long. */
export const listedActionItem = actionItem.omit({ evidence: true })
export type ListedActionItem = z.infer<typeof listedActionItem>

/** Web Crypto, which every supported platform provides; its types come from the platform. */
declare const crypto: { readonly randomUUID: () => string }

/** An action item in a request: the server generates `id` if the client sends none. */
export const givenActionItem = actionItem
  .extend({ id: actionItem.shape.id.optional() })
  .transform(({ id = crypto.randomUUID(), ...item }): ActionItem => ({ ...item, id }))

/** One segment of a recording's transcript. */
export const transcriptLine = z.object({
  id: z.string().min(1).max(100),
  /** seconds from the beginning */
  start: z.number().nonnegative(),
  end: z.number().nonnegative(),
  /** the microphone, other audio of the computer, or unknown */
  track: z.enum(['me', 'others', 'unknown']).default('unknown'),
  /** null until a user assigns it; speakers are never guessed */
  speaker: z.string().trim().max(200).nullable().default(null),
  text: z.string().max(20_000),
})
export type TranscriptLine = z.infer<typeof transcriptLine>

/** A bookmarked moment of the recording. It is context, like notes, and not evidence. */
export const meetingMark = z.object({
  id: z.string().min(1).max(100),
  /** seconds from the beginning of the recording */
  at: z.number().nonnegative(),
  text: z.string().trim().max(500).default(''),
})
export type MeetingMark = z.infer<typeof meetingMark>

export const minutes = z.object({
  overview: z.array(minute).max(MAX_MINUTES.overview).default([]),
  decisions: z.array(minute).max(MAX_MINUTES.decisions).default([]),
  openQuestions: z.array(minute).max(MAX_MINUTES.openQuestions).default([]),
  /** BCP 47; the language of the text, which may differ from the spoken one */
  language: z.string().max(35).nullable().default(null),
  /** the template it was generated for */
  template: z.string().max(MAX_TEMPLATE_LENGTH).default('general'),
})
export type Minutes = z.infer<typeof minutes>

/** The fields of a meeting that a user can edit. */
export const meetingFields = z.object({
  title: z.string().trim().max(300).default(''),
  /** an array, or comma-separated names */
  participants: z
    .union([
      names,
      z
        .string()
        .max(20_000)
        .transform((text) =>
          text
            .split(/[,，、]/)
            .map((tag) => tag.trim())
            .filter(Boolean),
        )
        .pipe(names),
    ])
    .default([]),
  quickNotes: z.string().max(MAX_NOTES_LENGTH).default(''),
  transcript: z.string().max(MAX_TRANSCRIPT_LENGTH).default(''),
  /** the transcript with times and speakers, if it was recorded here */
  transcriptLines: z.array(transcriptLine).max(MAX_LINES).default([]),
  /** ordered by time */
  marks: z.array(meetingMark).max(MAX_MARKS).default([]),
  summary: z.string().max(MAX_SUMMARY_LENGTH).default(''),
  /** the summary with its evidence; null until one was generated */
  minutes: minutes.nullable().default(null),
  actionItems: z.array(givenActionItem).max(MAX_ACTION_ITEMS).default([]),
  tags: z.array(z.string().trim().min(1).max(60)).max(50).default([]),
  archived: z.boolean().default(false),
  /** true if the member wants its audio stored on the server */
  keepsSound: z.boolean().default(false),
  meetingDate: meetingDate.optional(),
})
export type MeetingFields = z.infer<typeof meetingFields>

/** The colleague who shares a meeting with the reader. */
export const sharedBy = z.object({
  /** the owner's name, or email address */
  name: z.string(),
  right: shareRight,
})

export const meeting = meetingFields.extend({
  id: z.string(),
  participants: names,
  actionItems: z.array(actionItem).max(MAX_ACTION_ITEMS).default([]),
  meetingDate: dayOrTime,
  createdAt: z.string(),
  updatedAt: z.string(),
  openActionItemCount: z.int().nonnegative(),
  /** absent if the reader is the owner */
  sharedBy: sharedBy.optional(),
})
export type Meeting = z.infer<typeof meeting>
