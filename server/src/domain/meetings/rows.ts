import { type Meeting, meeting, meetingFields, minutes, transcriptLine } from '@vee/contract/entities/meeting'
import { z } from 'zod'
import type { MeetingListRow, MeetingRow } from '#db/queries/meetings.ts'

const DAY_MS = 86_400_000

/** What every list shows of a meeting. */
export type ListedMeeting = Omit<Meeting, 'transcriptLines' | 'minutes'>

const details = meetingFields.pick({
  participants: true,
  quickNotes: true,
  transcript: true,
  summary: true,
  actionItems: true,
  tags: true,
})
const proof = z.object({ transcriptLines: z.array(transcriptLine), minutes: minutes.nullable() })

/** Milliseconds since 1970; a day begins at 00:00 UTC. */
export const timeOf = (date: string) => Date.parse(date)
/** The last of a day, or the time itself. */
export const endOf = (date: string) => timeOf(date) + (isDay(date) ? DAY_MS - 1 : 0)
const isDay = (date: string) => !date.includes('T')

/** A text as it is looked for: width and case of letters do not matter. */
export const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** Postgres cannot hold the character NUL; no text is the poorer without it. */
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** In JSON the character NUL is written as an escape, with any number of backslashes before it. */
const json = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? clean(part) : part))

export function rowOf(userId: string, whole: Meeting): MeetingRow {
  const { transcriptLines, minutes: summaryMinutes, ...rest } = whole
  const title = clean(whole.title)
  const words = [
    title,
    ...whole.participants,
    ...whole.tags,
    whole.quickNotes,
    whole.transcript,
    whole.summary,
    ...whole.actionItems.flatMap(({ text, assignee }) => [text, assignee ?? '']),
  ]
  return {
    user_id: userId,
    id: whole.id,
    title,
    title_key: folded(title),
    meeting_date: whole.meetingDate,
    meeting_at: timeOf(whole.meetingDate),
    created_at: timeOf(whole.createdAt),
    updated_at: timeOf(whole.updatedAt),
    archived: whole.archived ? 1 : 0,
    open_action_items: whole.openActionItemCount,
    participants_key: folded(clean(whole.participants.join('\n'))),
    search_text: folded(clean(words.join('\n'))),
    details: json(details.parse(rest)),
    proof: json({ transcriptLines, minutes: summaryMinutes }),
    deleted_at: null,
  }
}

export function listedMeeting(row: MeetingListRow): ListedMeeting {
  return {
    ...details.parse(JSON.parse(row.details)),
    id: row.id,
    title: row.title,
    archived: row.archived === 1,
    meetingDate: row.meeting_date,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    openActionItemCount: row.open_action_items,
  }
}

export function meetingOf(row: MeetingRow): Meeting {
  return meeting.parse({ ...listedMeeting(row), ...proof.parse(JSON.parse(row.proof)) })
}
