import type { OpenActionItem } from '@vee/contract/http/meetings/action-items'
import { z } from 'zod'
import type { OpenMeetingRow } from '#db/queries/meetings/meeting-batches.ts'
import { countThatFits } from '#db/queries/count-that-fits.ts'
import { readCursor, writeCursor } from '../lists/cursor.ts'
import { listedActionItems, sharedByOf } from './rows.ts'

/** Sorts last: no day is later. */
const NO_DAY = '9999'
const cursorSchema = z.tuple([z.string(), z.string(), z.string()])

/** Number of items in memory from which all but those of the page are dropped. */
const MAX_COLLECTED = 2_000

interface OpenItemsQuery {
  readonly cursor?: string | undefined
  readonly limit: number
  /** maximum size of a page as JSON; a single larger item is returned alone */
  readonly maxBytes: number
}

/** Returns a page of open items by day, then in the order of meetings and items. */
export async function openActionItems(
  meetings: AsyncIterable<OpenMeetingRow>,
  { cursor, limit, maxBytes }: OpenItemsQuery,
): Promise<{ readonly items: OpenActionItem[]; readonly nextCursor: string | null }> {
  const after =
    cursor === undefined ? undefined : readCursor(cursorSchema, cursor, 'This is no cursor of this list.')
  let first: OpenActionItem[] = []
  const keepFirst = () => {
    first = first.toSorted((left, right) => compareKeys(keyOf(left), keyOf(right))).slice(0, limit + 1)
  }
  for await (const meeting of meetings) {
    for (const item of openItemsOf(meeting))
      if (!after || compareKeys(keyOf(item), after) > 0) first.push(item)
    if (first.length > MAX_COLLECTED) keepFirst()
  }
  keepFirst()
  const sizes = first.slice(0, limit).map((item) => ({ bytes: Buffer.byteLength(JSON.stringify(item)) }))
  const items = first.slice(0, countThatFits(sizes, maxBytes))
  const last = first.length > items.length ? items.at(-1) : undefined
  return { items, nextCursor: last ? writeCursor(keyOf(last)) : null }
}

const openItemsOf = ({ id, title, meeting_date, action_items, ...sharing }: OpenMeetingRow) =>
  listedActionItems(action_items)
    .filter(({ done }) => !done)
    .map((item): OpenActionItem => ({
      meetingId: id,
      meetingTitle: title,
      meetingDate: meeting_date,
      item,
      ...sharedByOf(sharing),
    }))

const keyOf = ({ item, meetingId }: OpenActionItem): [string, string, string] => [
  item.dueDate ?? NO_DAY,
  meetingId,
  item.id,
]

function compareKeys(left: readonly string[], right: readonly string[]): number {
  for (const [index, value] of left.entries()) {
    const against = right[index] ?? ''
    if (value !== against) return value < against ? -1 : 1
  }
  return 0
}
