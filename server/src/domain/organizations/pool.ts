import { MICRO_USD_PER_USD } from '#providers/llm/prices.ts'
import {
  countMembers,
  findMember,
  findOrganization,
  type OrganizationRow,
} from '#db/queries/organizations/organizations.ts'
import { readSpentByMeter } from '#db/queries/organizations/organization-usage.ts'
import { findUser, type UserRow } from '#db/queries/accounts/users.ts'
import { presentUser } from '../accounts/index.ts'
import {
  createOwnPools,
  isDefaultOf,
  isPaidInTokens,
  type Meter,
  organizationPoolName,
  periodAt,
  type Pool,
  type PoolsOf,
} from '../money/ledger/index.ts'
import { type PlanCatalogue, effectivePlan } from '../money/plans/index.ts'
import { activeOrganizationId } from './active.ts'
import type { OrganizationsDependencies } from './dependencies.ts'

/**
 * The state of a day's pool: its size, and the amounts spent by each member, in tokens of the primary model.
 */
export interface PoolState {
  readonly total: number
  readonly used: number
  /** by the member's id; the sum equals `used` unless a member who spent tokens has left */
  readonly byMember: ReadonlyMap<string, number>
}

const tokenKey = (organizationId: string) => `organization tokens ${organizationId}`
const seatKey = (organizationId: string, userId: string) => `${tokenKey(organizationId)} ${userId}`

/**
 * Returns the number of seats that add to the pool: every occupied seat while the plan is paid for, otherwise
 * none.
 */
function seatsThatPay(payer: UserRow | undefined, seats: number, now: number): number {
  return payer && effectivePlan(presentUser(payer, now)) === 'organization' ? seats : 0
}

const tokensOf = (plans: PlanCatalogue, seats: number) =>
  plans.allowance('organization').dailyTokens.primary * seats

/** Returns the state of today's pool. */
export async function readPool(
  { database, plans }: Pick<OrganizationsDependencies, 'database' | 'plans'>,
  { id, payer_id }: OrganizationRow,
  memberIds: readonly string[],
  now: number,
): Promise<PoolState> {
  const payer = await findUser(database, payer_id)
  const keys = memberIds.map((userId) => seatKey(id, userId))
  const spent = await readSpentByMeter(database, [tokenKey(id), ...keys], periodAt('day', now))
  return {
    total: tokensOf(plans, seatsThatPay(payer, memberIds.length, now)),
    used: spent.get(tokenKey(id)) ?? 0,
    byMember: new Map(memberIds.map((userId) => [userId, spent.get(seatKey(id, userId)) ?? 0])),
  }
}

/**
 * Returns the pools of a member. The active organization's is first; then follow the member's own key and own
 * allowance, unless the organization stops its members there. Viewers spend nothing of a pool.
 */
export function organizationPools(
  { database, plans, isHost }: Pick<OrganizationsDependencies, 'database' | 'plans' | 'isHost'>,
  onUsageChanged: (id: string) => void,
): PoolsOf {
  const ownPools = createOwnPools(plans, isHost)
  return async (caller, kind, now) => {
    const own = await ownPools(caller, kind, now)
    const id = caller.kind === 'member' ? await activeOrganizationId(database, caller.id) : null
    const organization = id === null ? undefined : await findOrganization(database, id)
    const member = organization && (await findMember(database, organization.id, caller.id))
    if (!organization || !member || member.role === 'viewer') return own
    const payer = await findUser(database, organization.payer_id)
    const seats = seatsThatPay(payer, await countMembers(database, organization.id), now)
    if (seats === 0) return own
    const allowance = plans.allowance('organization')
    const { dailyTokens, dailySpeechUsd } = allowance
    const shared: Pool = {
      name: organizationPoolName(organization.id),
      meters: isPaidInTokens(kind)
        ? tokenMeters(organization.id, member, dailyTokens.primary * seats)
        : speechMeters(organization.id, dailySpeechUsd * seats),
      secondaryWeight: dailyTokens.primary / dailyTokens.secondary,
      isDefault: isDefaultOf(allowance, kind),
      afterExhausted: organization.after_pool === 'own' ? 'own-key' : 'nothing',
      onUsageChanged: () => onUsageChanged(organization.id),
    }
    return organization.after_pool === 'own' ? [shared, ...own] : [shared]
  }
}

/**
 * Returns the meters of the member's daily limit and of the pool. Both need something left; either both are charged or
 * neither is. When a member's daily limit is used up, `after_pool` decides what pays.
 */
function tokenMeters(
  id: string,
  member: { readonly user_id: string; readonly daily_token_limit: number | null },
  tokens: number,
): readonly Meter[] {
  return [
    { key: seatKey(id, member.user_id), period: 'day', limit: member.daily_token_limit },
    { key: tokenKey(id), period: 'day', limit: tokens },
  ]
}

const speechMeters = (id: string, usd: number): readonly Meter[] => [
  { key: `organization speech ${id}`, period: 'day', limit: usd * MICRO_USD_PER_USD },
]
