import { z } from 'zod'
import { readCursor, writeCursor } from '../cursor.ts'

/** The last meeting of a page, by what the list is sorted by: the next page begins after it. */
export interface ListPlace {
  readonly sort: string
  readonly value: string | number
  readonly id: string
}

export const encodeCursor = ({ sort, value, id }: ListPlace) => writeCursor([sort, value, id])

/** Refuses with VALIDATION what `encodeCursor` did not make for this very sort. */
export function decodeCursor(cursor: string, sort: string): ListPlace {
  const id = z
    .string()
    .max(200)
    .refine((text) => !text.includes('\0'))
  const place = z.tuple([z.literal(sort), sort.endsWith('title') ? z.string() : z.number(), id])
  const [, value, lastId] = readCursor(place, cursor, 'This is no cursor of such a list.')
  return { sort, value, id: lastId }
}
