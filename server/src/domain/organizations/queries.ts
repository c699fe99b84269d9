import { DAY_MS } from '@vee/contract/time/durations'
import type { Organization, OrganizationMembership } from '@vee/contract/entities/teams/organization'
import { findUser } from '#db/queries/accounts/users.ts'
import {
  listInvites,
  listMembers,
  listOrganizationIds,
  listSeats,
} from '#db/queries/organizations/organizations.ts'
import type { Database } from '#db/schema.ts'
import { presentUser } from '../accounts/index.ts'
import { activeOrganizationId } from './active.ts'
import type { RequestContext, OrganizationsDependencies } from './dependencies.ts'
import { readPool } from './pool.ts'
import { presentOrganization } from './present.ts'
import { type MemberAccess, memberAccessIn } from './member-access.ts'

/** How long ended invites remain in the list, in ms. */
const ENDED_INVITES_MS = 90 * DAY_MS

/** Returns an organization with the fields that the caller may see. */
export async function readOrganization(
  dependencies: OrganizationsDependencies,
  access: MemberAccess,
  origin: string,
): Promise<Organization> {
  const { database, publicUrl, now } = dependencies
  const { organization } = access
  const nowMs = now()
  const members = await listMembers(database, organization.id)
  const payer = await findUser(database, organization.payer_id)
  return presentOrganization({
    ...access,
    planId: payer ? presentUser(payer, nowMs).planId : 'free',
    members,
    invites: await listInvites(database, organization.id, nowMs - ENDED_INVITES_MS),
    pool: await readPool(
      dependencies,
      organization,
      members.map(({ user_id }) => user_id),
      nowMs,
    ),
    base: publicUrl ?? origin,
    now: nowMs,
  })
}

export async function readOrganizations(
  dependencies: OrganizationsDependencies,
  { caller, origin }: RequestContext,
): Promise<{ organizations: Organization[]; activeOrganizationId: string | null }> {
  const { database } = dependencies
  if (caller.kind !== 'member') return { organizations: [], activeOrganizationId: null }
  const organizations: Organization[] = []
  for (const id of await listOrganizationIds(database, caller.id)) {
    // The caller may be removed from an organization during this call; it is then left out.
    const access = await memberAccessIn(database, caller, id, 'member').catch(() => undefined)
    if (access) organizations.push(await readOrganization(dependencies, access, origin))
  }
  return { organizations, activeOrganizationId: await activeOrganizationId(database, caller.id) }
}

export async function readMemberships(
  database: Database,
  { caller }: RequestContext,
): Promise<OrganizationMembership> {
  if (caller.kind !== 'member') return { seats: [], activeOrganizationId: null }
  return {
    seats: await listSeats(database, caller.id),
    activeOrganizationId: await activeOrganizationId(database, caller.id),
  }
}
