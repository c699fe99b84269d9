import type { OpenActionItem } from '@vee/contract/http/action-items'
import { z } from 'zod'
import type { SharedToReader } from '#db/queries/shares.ts'
import { readCursor, writeCursor } from '../cursor.ts'
import { readActionItems, sharedByOf } from './rows.ts'

interface OpenMeeting extends Partial<SharedToReader> {
  readonly id: string
  readonly title: string
  readonly meeting_date: string
  readonly action_items: string
}

/** Sorts last: no day is later. */
const NO_DAY = '9999'
const place = z.tuple([z.string(), z.string(), z.string()])

/** Returns a page of open items by day, then in the order of meetings and items. */
export function openActionItems(
  meetings: readonly OpenMeeting[],
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): { readonly items: OpenActionItem[]; readonly nextCursor: string | null } {
  const all = meetings
    .flatMap(({ id, title, meeting_date, action_items, ...sharing }) =>
      readActionItems(action_items)
        .filter(({ done }) => !done)
        .map((item): OpenActionItem => ({
          meetingId: id,
          meetingTitle: title,
          meetingDate: meeting_date,
          item,
          ...sharedByOf(sharing),
        })),
    )
    .toSorted((one, other) => compare(keyOf(one), keyOf(other)))
  const after =
    cursor === undefined ? undefined : readCursor(place, cursor, 'This is no cursor of this list.')
  const rest = after ? all.filter((one) => compare(keyOf(one), after) > 0) : all
  const items = rest.slice(0, limit)
  const last = rest.length > limit ? items.at(-1) : undefined
  return { items, nextCursor: last ? writeCursor(keyOf(last)) : null }
}

const keyOf = ({ item, meetingId }: OpenActionItem): [string, string, string] => [
  item.dueDate ?? NO_DAY,
  meetingId,
  item.id,
]

function compare(one: readonly string[], other: readonly string[]): number {
  for (const [index, value] of one.entries()) {
    const against = other[index] ?? ''
    if (value !== against) return value < against ? -1 : 1
  }
  return 0
}
