// Types only from the entities: the web client does not include zod.
import type { ActionItem, Meeting, MeetingFields, MeetingMark, TranscriptLine } from '../entities/meeting.ts'
import { joinedParts, type PartChanges, withParts } from './parts.ts'
import { transcriptText } from './transcript.ts'

/** The changed fields; all others are unchanged. */
export type MeetingChange = { readonly [F in keyof MeetingFields]?: MeetingFields[F] | undefined } & {
  /** changes of single lines of the transcript, which are ordered by time */
  readonly lines?: PartChanges<TranscriptLine> | undefined
  readonly actionItemChanges?: PartChanges<ActionItem> | undefined
  /** ordered by time, too */
  readonly markChanges?: PartChanges<MeetingMark> | undefined
}

/** Returns the meeting after a change. If the transcript has timed lines, its text is generated from them. */
export function changedBy<M extends Partial<Meeting>>(
  meeting: M,
  { lines, actionItemChanges, markChanges, ...rest }: MeetingChange,
): M {
  const given = <F extends keyof MeetingFields>(field: F) => rest[field] ?? meeting[field]
  const transcriptLines = lines
    ? withParts(given('transcriptLines') ?? [], lines).toSorted((left, right) => left.start - right.start)
    : rest.transcriptLines
  const changed = Object.entries({
    ...rest,
    transcriptLines,
    transcript: rest.transcript ?? (transcriptLines && transcriptText(transcriptLines)),
    ...(actionItemChanges && { actionItems: withParts(given('actionItems') ?? [], actionItemChanges) }),
    ...(markChanges && {
      marks: withParts(given('marks') ?? [], markChanges).toSorted((left, right) => left.at - right.at),
    }),
  })
  return { ...meeting, ...Object.fromEntries(changed.filter(([, value]) => value !== undefined)) }
}

/** Merges two changes; the later one wins. */
export const joined = (first: MeetingChange, then: MeetingChange): MeetingChange => ({
  ...first,
  ...then,
  ...(first.lines && then.lines && { lines: joinedParts(first.lines, then.lines) }),
  ...(first.actionItemChanges &&
    then.actionItemChanges && {
      actionItemChanges: joinedParts(first.actionItemChanges, then.actionItemChanges),
    }),
  ...(first.markChanges &&
    then.markChanges && { markChanges: joinedParts(first.markChanges, then.markChanges) }),
})
