import type { HostAction } from '@vee/contract/entities/host'
import { insertHostAudit } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import { type LoggedAction, auditRow } from '../reports/index.ts'
import type { HostAdmin } from './admins.ts'

/** Appends an entry to the audit log, in the transaction of the action. */
export async function recordHostAct(
  transaction: Database,
  actingAdmin: HostAdmin,
  nowMs: number,
  action: LoggedAction<HostAction>,
): Promise<void> {
  await insertHostAudit(transaction, auditRow(actingAdmin, nowMs, action))
}
