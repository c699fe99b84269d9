import { randomUUID } from 'node:crypto'
import type { AuditAction } from '@vee/contract/entities/organization'
import { insertAudit } from '#db/queries/organization-audit.ts'
import type { Database } from '#db/schema.ts'
import type { Acting } from './standing.ts'

export interface Act {
  readonly action: AuditAction
  /** the address or the name that it is done to */
  readonly target: string
  readonly before?: string | number | null
  readonly after?: string | number | null
}

let count = 0

/** Sorts by time, and within a millisecond in the order in which this server did things. */
export function actId(at: number): string {
  count = (count + 1) % 1_000_000
  return `${String(at).padStart(15, '0')}-${String(count).padStart(6, '0')}-${randomUUID()}`
}

/** Puts an act on record, in the transaction that does it: neither is there without the other. */
export async function record(
  transaction: Database,
  { organization, me }: Acting,
  at: number,
  { action, target, before = null, after = null }: Act,
): Promise<void> {
  await insertAudit(transaction, {
    id: actId(at),
    organization_id: organization.id,
    at,
    actor_id: me.user_id,
    actor_email: me.email,
    action,
    target,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  })
}
