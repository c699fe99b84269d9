import { z } from 'zod'
import type { AfterRow } from '#db/queries/host.ts'
import { readCursor, writeCursor } from '../lists/cursor.ts'
import { partOf } from '../reports/index.ts'

export interface SearchQuestion {
  /** part of an email address or a name */
  readonly q?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

export interface HostPage<T> {
  readonly items: T[]
  readonly nextCursor: string | null
}

const cursorSchema = z.tuple([z.number(), z.string().regex(/^[\w:.-]{1,200}$/)])

/** Throws VALIDATION for a cursor that it did not create. */
export function searchOf({ q, cursor, limit }: SearchQuestion): {
  readonly search: string | undefined
  readonly after: AfterRow | undefined
  readonly limit: number
} {
  const [createdAt, id] =
    cursor === undefined ? [] : readCursor(cursorSchema, cursor, 'This is no cursor of such a list.')
  return {
    search: partOf(q),
    after: createdAt === undefined || id === undefined ? undefined : { createdAt, id },
    // One more row shows whether there is a next page.
    limit: limit + 1,
  }
}

export function pageOf<R extends { readonly created_at: number; readonly id: string }>(
  rows: readonly R[],
  limit: number,
): HostPage<R> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    nextCursor: rows.length > limit && last ? writeCursor([last.created_at, last.id]) : null,
  }
}
