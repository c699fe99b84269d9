import type { AuditAction, AuditEntry } from '@vee/contract/entities/organization'
import { type AuditRow, listAudit } from '#db/queries/organization-audit.ts'
import { csvLine } from '@vee/contract/csv'
import type { Asking, OrganizationsDependencies } from './dependencies.ts'
import { standingIn } from './standing.ts'

const DAY_MS = 24 * 3_600_000
const CSV_PAGE = 500

interface AuditQuestion {
  /** days of UTC, as in 2026-11-21, both inclusive */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly action?: AuditAction | undefined
  readonly q?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

interface AuditPage {
  readonly items: AuditEntry[]
  readonly nextCursor: string | null
}

/** What was done in an organization. */
export interface AuditReading {
  /** Newest first. Refuses with FORBIDDEN or NOT_FOUND. */
  audit(id: string, question: AuditQuestion, asking: Asking): Promise<AuditPage>
  /** All that fits, as lines of CSV, newest first. Refuses with FORBIDDEN or NOT_FOUND before the first line. */
  auditCsv(id: string, question: AuditQuestion, asking: Asking): Promise<AsyncIterable<Uint8Array>>
}

export function createAuditReading({ database }: OrganizationsDependencies): AuditReading {
  const page = async (id: string, { from, to, action, q, cursor, limit }: AuditQuestion) => {
    const rows = await listAudit(database, {
      organizationId: id,
      from: from === undefined ? undefined : Date.parse(from),
      until: to === undefined ? undefined : Date.parse(to) + DAY_MS,
      action,
      // No address holds such a character, and Postgres takes no text with it.
      part: q?.replaceAll('\0', '').trim().toLowerCase() || undefined,
      before: cursor !== undefined && /^[\w-]+$/.test(cursor) ? cursor : undefined,
      limit: limit + 1,
    })
    const items = rows.slice(0, limit).map(presentEntry)
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
  }

  async function* lines(id: string, question: AuditQuestion): AsyncIterable<Uint8Array> {
    const encoder = new TextEncoder()
    yield encoder.encode(csvLine(['at', 'actor', 'action', 'target', 'before', 'after']))
    let cursor: string | undefined
    do {
      const { items, nextCursor } = await page(id, { ...question, cursor, limit: CSV_PAGE })
      const text = items.map(({ at, actor, action, target, before, after }) =>
        csvLine([at, actor.email, action, target, before ?? '', after ?? '']),
      )
      yield encoder.encode(text.join(''))
      cursor = nextCursor ?? undefined
    } while (cursor !== undefined)
  }

  return {
    async audit(id, question, { caller }) {
      await standingIn(database, caller, id, 'admin')
      return page(id, question)
    },

    async auditCsv(id, question, { caller }) {
      await standingIn(database, caller, id, 'admin')
      return lines(id, question)
    },
  }
}

function presentEntry(row: AuditRow): AuditEntry {
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
