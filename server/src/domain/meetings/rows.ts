import {
  type ActionItem,
  actionItem,
  type ListedActionItem,
  listedActionItem,
  type Meeting,
  meeting,
  meetingFields,
  meetingMark,
  minutes,
  transcriptLine,
} from '@vee/contract/entities/meeting'
import type { listedMeeting as listedMeetingSchema } from '@vee/contract/http/meetings/meetings'
import { searchText } from '@vee/contract/meetings/search'
import { foldForSearch } from '@vee/contract/text/search-fold'
import { shiftDay, startOfDay } from '@vee/contract/time/time-zone'
import { z } from 'zod'
import type { MeetingBound, MeetingListRow } from '#db/queries/meetings/meeting-lists.ts'
import type { MeetingRow } from '#db/queries/meetings/meetings.ts'
import type { ReaderColumns } from '#db/queries/organizations/shares.ts'
import { withoutNul } from '#lib/without-nul.ts'

/** The fields of a meeting in lists. */
export type ListedMeeting = z.output<typeof listedMeetingSchema>

const details = meetingFields.pick({ quickNotes: true, transcript: true, summary: true })
const proof = z.object({
  transcriptLines: z.array(transcriptLine),
  minutes: minutes.nullable(),
  marks: z.array(meetingMark).default([]),
  keepsSound: z.boolean().default(false),
})
const names = z.array(z.string())
const items = z.array(actionItem)
const listedItems = z.array(listedActionItem)

/**
 * Parses stored JSON. Versions before November 2026 removed NUL after validation, which could leave an empty
 * name, id or text: empty names, statements and quotes are omitted, and an empty id is replaced, so that no
 * list fails.
 */
function readStored(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => {
    if (!Array.isArray(value)) return value
    const isSentences = SENTENCE_LISTS.has(key)
    return value
      .filter((entry: unknown) => entry !== '' && !(isObject(entry) && isEmptyPart(entry, isSentences)))
      .map((entry: unknown, index) =>
        isObject(entry) && entry['id'] === '' ? { ...entry, id: `repaired-${index}` } : entry,
      )
  })
}

/**
 * Elements without text are omitted here; lines and marks may have none. The list itself is at the key ''.
 */
const SENTENCE_LISTS: ReadonlySet<string> = new Set(['', 'overview', 'decisions', 'openQuestions'])
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isEmptyPart = ({ text, quote }: Record<string, unknown>, isSentences: boolean) =>
  quote === '' || (isSentences && text === '')

/** Returns milliseconds since 1970; a day starts at 00:00 UTC. */
const timeOf = (date: string) => Date.parse(date)
const isDay = (date: string) => !date.includes('T')

/** Returns the first millisecond of a day in a time zone, or the time itself. */
export function startOf(date: string, timeZone: string): MeetingBound {
  return { time: isDay(date) ? startOfDay(timeZone, date) : timeOf(date), day: timeOf(date) }
}

/** Returns the last millisecond of a day in a time zone, or the time itself. */
export function endOf(date: string, timeZone: string): MeetingBound {
  if (!isDay(date)) return { time: timeOf(date), day: timeOf(date) }
  return { time: startOfDay(timeZone, shiftDay(date, 1)) - 1, day: timeOf(date) }
}

/** JSON writes the character NUL as an escape, after any number of backslashes. */
const json = (value: unknown) =>
  JSON.stringify(value, (_, field: unknown) => (typeof field === 'string' ? withoutNul(field) : field))

export function meetingRowOf(userId: string, wholeMeeting: Meeting): MeetingRow {
  const { transcriptLines, minutes: summaryMinutes, marks, keepsSound, ...rest } = wholeMeeting
  const title = withoutNul(wholeMeeting.title)
  const texts = {
    search_text: withoutNul(searchText(wholeMeeting)),
    participants: json(wholeMeeting.participants),
    tags: json(wholeMeeting.tags),
    action_items: json(wholeMeeting.actionItems),
    details: json(details.parse(rest)),
    proof: json({ transcriptLines, minutes: summaryMinutes, marks, keepsSound }),
  }
  return {
    ...texts,
    bytes: Object.values(texts).reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    user_id: userId,
    id: wholeMeeting.id,
    title,
    title_key: foldForSearch(title),
    meeting_date: wholeMeeting.meetingDate,
    meeting_at: timeOf(wholeMeeting.meetingDate),
    created_at: timeOf(wholeMeeting.createdAt),
    updated_at: timeOf(wholeMeeting.updatedAt),
    archived: wholeMeeting.archived ? 1 : 0,
    open_action_items: wholeMeeting.openActionItemCount,
    participants_key: foldForSearch(withoutNul(wholeMeeting.participants.join('\n'))),
    tags_key: wholeMeeting.tags.map((tag) => `\n${tagKey(tag)}\n`).join(''),
    deleted_at: null,
  }
}

/** Returns a tag in the form of the search: on one line. */
export const tagKey = (tag: string) => foldForSearch(withoutNul(tag)).replaceAll('\n', ' ').trim()

export function toListedMeeting(row: MeetingListRow): ListedMeeting {
  return { ...listedFields(row), actionItems: listedActionItems(row.action_items) }
}

function listedFields(row: MeetingListRow): Omit<ListedMeeting, 'actionItems'> {
  return {
    ...(row.details !== undefined && details.parse(JSON.parse(row.details))),
    participants: names.parse(readStored(row.participants)),
    tags: names.parse(readStored(row.tags)),
    id: row.id,
    title: row.title,
    archived: row.archived === 1,
    meetingDate: row.meeting_date,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    openActionItemCount: row.open_action_items,
    ...sharedByOf(row),
  }
}

/** Returns nothing for the owner. */
export const sharedByOf = ({ editing, owner_name }: Partial<ReaderColumns>): Pick<Meeting, 'sharedBy'> =>
  typeof editing === 'number'
    ? { sharedBy: { name: owner_name ?? '', right: editing === 1 ? 'edit' : 'use' } }
    : {}

/** Returns action items without their evidence. */
export const listedActionItems = (text: string): ListedActionItem[] => listedItems.parse(readStored(text))

export function meetingOf(row: MeetingRow & Partial<ReaderColumns>): Meeting {
  const actionItems: ActionItem[] = items.parse(readStored(row.action_items))
  return meeting.parse({ ...listedFields(row), ...proof.parse(readStored(row.proof)), actionItems })
}
