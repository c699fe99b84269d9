import type { AuditAction } from '@vee/contract/entities/organization'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { anywhere } from './anywhere.ts'
import type { OrganizationAuditTable } from '../tables/organizations.ts'

export type AuditRow = Selectable<OrganizationAuditTable>

export interface AuditFilter {
  readonly organizationId: string
  /** milliseconds since 1970, inclusive */
  readonly from: number | undefined
  /** milliseconds since 1970, exclusive */
  readonly until: number | undefined
  readonly action: AuditAction | undefined
  /** lower case; part of the actor's address or of the target */
  readonly part: string | undefined
  /** only what was done before the act of this id */
  readonly before: string | undefined
  readonly limit: number
}

/** There is no way to change or remove one. */
export async function insertAudit(database: Database, row: AuditRow): Promise<void> {
  await database.insertInto('organization_audit').values(row).execute()
}

/** Newest first. */
export function listAudit(database: Database, filter: AuditFilter): Promise<AuditRow[]> {
  const { organizationId, from, until, action, part, before, limit } = filter
  let query = database
    .selectFrom('organization_audit')
    .selectAll()
    .where('organization_id', '=', organizationId)
  if (from !== undefined) query = query.where('at', '>=', from)
  if (until !== undefined) query = query.where('at', '<', until)
  if (action !== undefined) query = query.where('action', '=', action)
  if (before !== undefined) query = query.where('id', '<', before)
  if (part !== undefined) {
    const pattern = anywhere(part)
    query = query.where(
      sql<boolean>`(lower(actor_email) like ${pattern} escape '\\' or lower(target) like ${pattern} escape '\\')`,
    )
  }
  return query.orderBy('id', 'desc').limit(limit).execute()
}
