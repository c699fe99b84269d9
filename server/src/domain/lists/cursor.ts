import type { z } from 'zod'
import { DomainError } from '../errors/domain-error.ts'

/** Encodes the end of a page as an opaque cursor. */
export const writeCursor = (position: readonly (string | number)[]) =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

/** Throws VALIDATION with `message` for a cursor that `writeCursor` did not create. */
export function readCursor<S extends z.ZodType>(schema: S, cursor: string, message: string): z.output<S> {
  const parsed = schema.safeParse(parse(Buffer.from(cursor, 'base64url').toString()))
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
