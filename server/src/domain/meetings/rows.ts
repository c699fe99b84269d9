import { type Meeting, meeting, meetingFields, minutes, transcriptLine } from '@vee/contract/entities/meeting'
import { folded, searchText } from '@vee/contract/meetings/search'
import { z } from 'zod'
import type { MeetingListRow, MeetingRow } from '#db/queries/meetings.ts'
import { withoutNul } from '../without-nul.ts'

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

/** In JSON the character NUL is written as an escape, with any number of backslashes before it. */
const json = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? withoutNul(part) : part))

export function rowOf(userId: string, whole: Meeting): MeetingRow {
  const { transcriptLines, minutes: summaryMinutes, ...rest } = whole
  const title = withoutNul(whole.title)
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
    participants_key: folded(withoutNul(whole.participants.join('\n'))),
    search_text: withoutNul(searchText(whole)),
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
