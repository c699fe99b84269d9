import { BYTE_ORDER_MARK, csvLine } from '../csv.ts'
import type { Meeting } from '../entities/meeting.ts'

/**
 * The columns are in English, for programs. The file begins with a byte order mark, by which spreadsheets
 * recognise UTF-8.
 */
export const ACTION_ITEMS_HEAD = `${BYTE_ORDER_MARK}${csvLine([
  'meetingId',
  'meeting',
  'meetingDate',
  'actionItem',
  'assignee',
  'dueDate',
  'done',
])}`

/** Returns a line for each action item. */
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
