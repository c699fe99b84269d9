import { DAY_MS } from '@vee/contract/time/durations'
import { randomUUID } from 'node:crypto'
import { csvLine } from '@vee/contract/csv'
import type { ActFilter, ActRow } from '#db/queries/audit-log.ts'

const CSV_PAGE = 500

/** The value of a field before or after the change; null: none. */
type ActValue = string | number | null

export interface LoggedAction<A extends string> {
  readonly action: A
  /** the address or name that the action applied to */
  readonly target: string
  readonly before?: ActValue
  readonly after?: ActValue
}

let count = 0

/** Returns an id that sorts by time, and within a millisecond in the order of creation on this server. */
function actId(timeMs: number): string {
  count = (count + 1) % 1_000_000
  return `${String(timeMs).padStart(15, '0')}-${String(count).padStart(6, '0')}-${randomUUID()}`
}

/** A row of an audit log. */
export const auditRow = <A extends string>(
  actor: { readonly id: string; readonly email: string },
  nowMs: number,
  { action, target, before = null, after = null }: LoggedAction<A>,
): ActRow<A> => ({
  id: actId(nowMs),
  at: nowMs,
  actor_id: actor.id,
  actor_email: actor.email,
  action,
  target,
  before: JSON.stringify(before),
  after: JSON.stringify(after),
})

export interface AuditQuestion<A extends string> {
  /** days in UTC, such as 2026-11-21, both inclusive */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly action?: A | undefined
  /** part of the email address of the actor or of the subject */
  readonly q?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

interface LogEntry<A extends string> {
  id: string
  at: string
  actor: { id: string; email: string }
  action: A
  target: string
  before: ActValue
  after: ActValue
}

export interface LogPage<A extends string> {
  readonly items: LogEntry<A>[]
  readonly nextCursor: string | null
}

/** Reads an audit log from a query that lists its rows, newest first. The caller checks access. */
export function createLogReading<A extends string>(
  list: (filter: ActFilter<A>) => Promise<readonly ActRow<A>[]>,
) {
  const page = async (question: AuditQuestion<A>): Promise<LogPage<A>> => {
    const { from, to, action, q, cursor, limit } = question
    const rows = await list({
      from: from === undefined ? undefined : Date.parse(from),
      until: to === undefined ? undefined : Date.parse(to) + DAY_MS,
      action,
      search: partOf(q),
      before: cursor !== undefined && /^[\w-]+$/.test(cursor) ? cursor : undefined,
      // One additional row indicates whether there is a next page.
      limit: limit + 1,
    })
    const items = rows.slice(0, limit).map(presentAct)
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
  }

  /** Yields all matching entries as CSV lines. */
  async function* csv(question: AuditQuestion<A>): AsyncIterable<Uint8Array> {
    const encoder = new TextEncoder()
    yield encoder.encode(csvLine(['at', 'actor', 'action', 'target', 'before', 'after']))
    let cursor: string | undefined
    do {
      const { items, nextCursor } = await page({ ...question, cursor, limit: CSV_PAGE })
      const text = items.map(({ at, actor, action, target, before, after }) =>
        csvLine([at, actor.email, action, target, before ?? '', after ?? '']),
      )
      yield encoder.encode(text.join(''))
      cursor = nextCursor ?? undefined
    } while (cursor !== undefined)
  }
  return { page, csv }
}

/** No address contains NUL, and Postgres rejects text with it. */
export const partOf = (q: string | undefined) => q?.replaceAll('\0', '').trim().toLowerCase() || undefined

const presentAct = <A extends string>(row: ActRow<A>): LogEntry<A> => ({
  id: row.id,
  at: new Date(row.at).toISOString(),
  actor: { id: row.actor_id, email: row.actor_email },
  action: row.action,
  target: row.target,
  before: JSON.parse(row.before) as ActValue,
  after: JSON.parse(row.after) as ActValue,
})
