import { csvLine } from '@vee/contract/csv'
import type { HostAction, HostAuditEntry } from '@vee/contract/entities/host'
import { type HostAuditRow, listHostAudit } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import type { HostAdmins } from './admins.ts'
import { type Page, partOf, type SearchQuestion } from './paging.ts'

const DAY_MS = 24 * 3_600_000
const CSV_PAGE = 500

interface AuditQuestion extends SearchQuestion {
  /** days of UTC, as in 2026-11-21, both inclusive */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly action?: HostAction | undefined
}

/** What was done to the server. Everybody but its host is refused with FORBIDDEN. */
export interface HostAuditReading {
  /** Newest first. */
  audit(question: AuditQuestion, caller: Caller): Promise<Page<HostAuditEntry>>
  /** All that fits, as lines of CSV, newest first. */
  auditCsv(question: AuditQuestion, caller: Caller): Promise<AsyncIterable<Uint8Array>>
}

export function createHostAudit(database: Database, admins: HostAdmins): HostAuditReading {
  const page = async ({ from, to, action, q, cursor, limit }: AuditQuestion) => {
    const rows = await listHostAudit(database, {
      from: from === undefined ? undefined : Date.parse(from),
      until: to === undefined ? undefined : Date.parse(to) + DAY_MS,
      action,
      part: partOf(q),
      before: cursor !== undefined && /^[\w-]+$/.test(cursor) ? cursor : undefined,
      limit: limit + 1,
    })
    const items = rows.slice(0, limit).map(presentEntry)
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
  }

  async function* lines(question: AuditQuestion): AsyncIterable<Uint8Array> {
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

  return {
    async audit(question, caller) {
      await admins.only(caller)
      return page(question)
    },
    async auditCsv(question, caller) {
      await admins.only(caller)
      return lines(question)
    },
  }
}

function presentEntry(row: HostAuditRow): HostAuditEntry {
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    actor: { id: row.actor_id, email: row.actor_email },
    action: row.action,
    target: row.target,
    before: JSON.parse(row.before),
    after: JSON.parse(row.after),
  }
}
