import { z } from 'zod'
import { Refusal } from '../refusal.ts'

/** The last meeting of a page, by what the list is sorted by: the next page begins after it. */
export interface ListPlace {
  readonly sort: string
  readonly value: string | number
  readonly id: string
}

const place = z.tuple([z.string(), z.union([z.string(), z.number()]), z.string().max(200)])

export const encodeCursor = ({ sort, value, id }: ListPlace) =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')

/** Refuses with VALIDATION what `encodeCursor` did not make for this very sort. */
export function decodeCursor(cursor: string, sort: string): ListPlace {
  const parsed = place.safeParse(parse(Buffer.from(cursor, 'base64url').toString()))
  const [madeFor, value, id] = parsed.data ?? ['', '', '']
  if (madeFor !== sort || typeof value !== (sort.endsWith('title') ? 'string' : 'number') || /\0/.test(id)) {
    const message = 'This is no cursor of such a list.'
    throw new Refusal('VALIDATION', message, { details: [{ path: 'cursor', message }] })
  }
  return { sort, value, id }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
