import type { AuditAction } from '@vee/contract/entities/teams/organization'
import { insertAudit } from '#db/queries/organizations/organization-audit.ts'
import type { Database } from '#db/schema.ts'
import { type LoggedAction, auditRow } from '../reports/index.ts'
import type { Acting } from './member-access.ts'

/**
 * Appends an audit entry in the transaction of the change itself, so that both are committed or neither is.
 */
export async function appendAuditEntry(
  transaction: Database,
  { organization, me }: Acting,
  nowMs: number,
  action: LoggedAction<AuditAction>,
): Promise<void> {
  const actor = { id: me.user_id, email: me.email }
  await insertAudit(transaction, { organization_id: organization.id, ...auditRow(actor, nowMs, action) })
}
