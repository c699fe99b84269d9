import {
  MAX_ACTION_ITEMS,
  MAX_LINES,
  MAX_MARKS,
  type Meeting,
  type MeetingFields,
  MAX_TRANSCRIPT_LENGTH,
} from '@vee/contract/entities/meeting'
import { changedBy, type MeetingChange } from '@vee/contract/meetings/change'
import { transcriptText } from '@vee/contract/meetings/transcript'
import { DomainError } from '../errors/domain-error.ts'

/** The fields of a meeting as entered or imported. */
export interface KeptMeeting extends MeetingFields {
  readonly id: string
  readonly createdAt?: string | undefined
  readonly updatedAt?: string | undefined
}

const LIMITS = [
  { field: 'transcriptLines', changes: 'lines', max: MAX_LINES },
  { field: 'actionItems', changes: 'actionItemChanges', max: MAX_ACTION_ITEMS },
  { field: 'marks', changes: 'markChanges', max: MAX_MARKS },
] as const

/**
 * Returns the meeting after a change. Throws VALIDATION beyond the limits of lines, action items or marks.
 */
export function changed(before: Meeting, change: MeetingChange): Meeting {
  const after = changedBy(before, change)
  for (const { field, changes, max } of LIMITS) {
    if (change[changes] === undefined || after[field].length <= max) continue
    throw tooMuch(`${changes}.put`, `A meeting has at most ${max} of these.`)
  }
  return after
}

/**
 * Fills in missing fields: dates, the text of the lines, and open items. Throws VALIDATION beyond the limit
 * of a transcript. `now` in milliseconds since 1970.
 */
export function complete(fields: KeptMeeting, now: number): Meeting {
  const createdAt = fields.createdAt ?? new Date(now).toISOString()
  const transcript = fields.transcript || transcriptText(fields.transcriptLines)
  if (transcript.length > MAX_TRANSCRIPT_LENGTH)
    throw tooMuch('transcriptLines', `A transcript has at most ${MAX_TRANSCRIPT_LENGTH} characters.`)
  return {
    ...fields,
    transcript,
    meetingDate: fields.meetingDate ?? createdAt,
    createdAt,
    updatedAt: fields.updatedAt ?? createdAt,
    openActionItemCount: fields.actionItems.filter(({ done }) => !done).length,
  }
}

const tooMuch = (path: string, message: string) =>
  new DomainError('VALIDATION', message, { details: [{ path, message }] })
