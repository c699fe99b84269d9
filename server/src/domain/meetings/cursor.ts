import { z } from 'zod'
import { readCursor, writeCursor } from '../cursor.ts'

/** The last meeting of a page by the sort key: the next page starts after it. */
export interface ListPlace {
  readonly sort: string
  readonly value: string | number
  readonly id: string
}

export const encodeCursor = ({ sort, value, id }: ListPlace) => writeCursor([sort, value, id])

/** Throws VALIDATION for anything that `encodeCursor` did not create for this sort order. */
export function decodeCursor(cursor: string, sort: string): ListPlace {
  const id = z
    .string()
    .max(200)
    .refine((text) => !text.includes('\0'))
  const place = z.tuple([z.literal(sort), sort.endsWith('title') ? z.string() : z.number(), id])
  const [, value, lastId] = readCursor(place, cursor, 'This is no cursor of such a list.')
  return { sort, value, id: lastId }
}
