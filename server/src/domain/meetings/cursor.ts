import { z } from 'zod'
import { readCursor, writeCursor } from '../cursor.ts'

/** The last meeting of a page by the sort key: the next page starts after it. */
export interface MeetingListPlace {
  readonly sort: string
  readonly value: string | number
  readonly id: string
}

export const encodeMeetingCursor = ({ sort, value, id }: MeetingListPlace) => writeCursor([sort, value, id])

/** Throws VALIDATION for anything that `encodeCursor` did not create for this sort order. */
export function decodeMeetingCursor(cursor: string, sort: string): MeetingListPlace {
  const id = z
    .string()
    .max(200)
    .refine((text) => !text.includes('\0'))
  const place = z.tuple([z.literal(sort), sort.endsWith('title') ? z.string() : z.number(), id])
  const [, value, lastId] = readCursor(place, cursor, 'This is no cursor of such a list.')
  return { sort, value, id: lastId }
}
