import type { AuditAction } from '@vee/contract/entities/teams/organization'
import type { Selectable } from 'kysely'
import type { Database } from '../../schema.ts'
import type { OrganizationAuditTable } from '../../tables/organizations.ts'
import { type ActFilter, fitting } from '../audit-log.ts'

type AuditRow = Selectable<OrganizationAuditTable>

/** The log is append-only. */
export async function insertAudit(database: Database, row: AuditRow): Promise<void> {
  await database.insertInto('organization_audit').values(row).execute()
}

/** Newest first. */
export function selectAuditRows(
  database: Database,
  organizationId: string,
  filter: ActFilter<AuditAction>,
): Promise<AuditRow[]> {
  return database
    .selectFrom('organization_audit')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(fitting(filter))
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute()
}
