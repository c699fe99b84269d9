import { z } from 'zod'
import { Refusal } from '../refusal.ts'

/** The last entry of a page: the next one begins after it. */
export interface ListPlace {
  /** milliseconds since 1970 */
  readonly updatedAt: number
  readonly id: string
}

const place = z.tuple([z.int().nonnegative(), z.string().min(1).max(200)])

export function encodeCursor({ updatedAt, id }: ListPlace): string {
  return Buffer.from(JSON.stringify([updatedAt, id])).toString('base64url')
}

/** Refuses with VALIDATION what `encodeCursor` did not make. */
export function decodeCursor(cursor: string): ListPlace {
  const parsed = place.safeParse(parse(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success || parsed.data[1].includes('\0')) {
    const message = 'This is no cursor of a list.'
    throw new Refusal('VALIDATION', message, { details: [{ path: 'cursor', message }] })
  }
  const [updatedAt, id] = parsed.data
  return { updatedAt, id }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
