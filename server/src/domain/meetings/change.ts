import { LINES_MAX, type Meeting, type MeetingFields } from '@vee/contract/entities/meeting'
import { type LineChanges, withLines } from '@vee/contract/meetings/lines'
import { transcriptText } from '@vee/contract/meetings/transcript'
import { Refusal } from '../refusal.ts'

/** What a change names; the rest stays. */
export type MeetingChange = { readonly [F in keyof MeetingFields]?: MeetingFields[F] | undefined } & {
  readonly lines?: LineChanges | undefined
}

/** What a meeting is made of, when it comes from a person or a file. */
export interface KeptMeeting extends MeetingFields {
  readonly id: string
  readonly createdAt?: string | undefined
  readonly updatedAt?: string | undefined
}

/**
 * What a change makes of a meeting. A transcript that was recorded here has its text from its lines. Refuses more lines
 * than a meeting keeps with VALIDATION.
 */
export function given(
  { lines, transcript, ...rest }: MeetingChange,
  before: Meeting,
): Partial<MeetingFields> {
  const whole = rest.transcriptLines ?? before.transcriptLines
  const transcriptLines = lines ? withLines(whole, lines) : rest.transcriptLines
  if (transcriptLines && transcriptLines.length > LINES_MAX) throw tooManyLines()
  const text = transcript ?? (transcriptLines && transcriptText(transcriptLines))
  return withoutUndefined({ ...rest, transcriptLines, transcript: text })
}

const tooManyLines = () => {
  const message = `A transcript has at most ${LINES_MAX} lines.`
  return new Refusal('VALIDATION', message, { details: [{ path: 'lines.put', message }] })
}

export const withoutUndefined = <T extends object>(part: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as never

/** With what nobody wrote: dates, the text of the lines, and what is left to do. `now` in milliseconds since 1970. */
export function complete(fields: KeptMeeting, now: number): Meeting {
  const createdAt = fields.createdAt ?? new Date(now).toISOString()
  const { transcript, transcriptLines, actionItems } = fields
  return {
    ...fields,
    transcript: transcript === '' ? transcriptText(transcriptLines) : transcript,
    meetingDate: fields.meetingDate ?? createdAt,
    createdAt,
    updatedAt: fields.updatedAt ?? createdAt,
    openActionItemCount: actionItems.filter(({ done }) => !done).length,
  }
}
