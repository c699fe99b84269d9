import { csvLine } from '../csv.ts'
import type { Meeting } from '../entities/meeting.ts'

/** The columns are English: programs read them. */
export const ACTION_ITEMS_HEAD = csvLine([
  'meetingId',
  'meeting',
  'meetingDate',
  'actionItem',
  'assignee',
  'dueDate',
  'done',
])

/** A line for each action item. */
export const actionItemLines = ({
  id,
  title,
  meetingDate,
  actionItems,
}: Pick<Meeting, 'id' | 'title' | 'meetingDate' | 'actionItems'>): string =>
  actionItems
    .map(({ text, assignee, dueDate, done }) =>
      csvLine([id, title, meetingDate, text, assignee ?? '', dueDate ?? '', String(done)]),
    )
    .join('')
