import type { HostAction } from '@vee/contract/entities/host'
import { insertHostAudit } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import { actId } from '../organizations/index.ts'
import type { HostAdmin } from './admins.ts'

interface HostAct {
  readonly action: HostAction
  /** the address or the name that it is done to */
  readonly target: string
  readonly before?: string | number | null
  readonly after?: string | number | null
}

/** Puts an act on record, in the transaction that does it: neither is there without the other. */
export async function recordHostAct(
  transaction: Database,
  actor: HostAdmin,
  at: number,
  { action, target, before = null, after = null }: HostAct,
): Promise<void> {
  await insertHostAudit(transaction, {
    id: actId(at),
    at,
    actor_id: actor.id,
    actor_email: actor.email,
    action,
    target,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  })
}
