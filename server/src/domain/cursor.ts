import type { z } from 'zod'
import { DomainError } from './domain-error.ts'

/** Where a page of a list ended, as an opaque text for the next one. */
export const writeCursor = (place: readonly (string | number)[]) =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/** Refuses with VALIDATION, in the words of `message`, what `writeCursor` did not make of such a place. */
export function readCursor<S extends z.ZodType>(place: S, cursor: string, message: string): z.output<S> {
  const parsed = place.safeParse(parse(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success)
    throw new DomainError('VALIDATION', message, { details: [{ path: 'cursor', message }] })
  return parsed.data
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
