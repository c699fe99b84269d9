import type { OrganizationRow } from '#db/queries/organizations.ts'
import type { UserRow } from '#db/queries/users.ts'
import type { Database } from '#db/schema.ts'
import { PLANS } from '../plans/plans.ts'
import type { PoolState } from './present.ts'

interface PoolQuestion {
  readonly organization: OrganizationRow
  readonly payer: UserRow | undefined
  readonly seats: number
  readonly now: number
}

/** There is a pool while the plan of that name is paid for (decision A064): its daily allowance times the seats taken. */
export function poolTotal(payer: UserRow | undefined, seats: number): number {
  if (payer?.plan_id !== 'organization' || payer.subscription_status !== 'active') return 0
  return (PLANS.find(({ id }) => id === 'organization')?.dailyTokens.primary ?? 0) * seats
}

export async function poolOf(_database: Database, { payer, seats }: PoolQuestion): Promise<PoolState> {
  return { total: poolTotal(payer, seats), used: 0, byMember: new Map() }
}
