import { DEFAULT_LOCALE } from '@vee/contract/entities/locale'
import type { PoolsOf } from '../ledger/index.ts'
import { listOrganizationIds } from '#db/queries/organizations.ts'
import type { Caller } from '../accounts/index.ts'
import { type Accepting, createAccepting } from './accepting.ts'
import { type AuditReading, createAuditReading } from './audit-reading.ts'
import type { Asking, OrganizationsDependencies } from './dependencies.ts'
import { createOrganizationsByHost, type OrganizationsByHost } from './by-host.ts'
import { createHousehold, type Household } from './household.ts'
import { createInvitePost } from './invite-post.ts'
import { createInvites, type Invites } from './invites.ts'
import { createMembership, type Membership } from './membership.ts'
import { organizationPools } from './pool.ts'
import { createPoolAlerts } from './pool-alerts.ts'
import { createUsageReading, type UsageReading } from './usage.ts'
import { createListing, type Listing } from './waiting.ts'

export { record } from './audit.ts'
export type { Asking } from './dependencies.ts'
export type { NewsExchange } from './news.ts'
export { takeSeatBack } from './membership.ts'
export { seatFor } from './seats.ts'
export { notFound, refuseStrangeId, standingIn } from './standing.ts'

/** People who share seats and a pool. */
export interface Organizations
  extends
    Household,
    Membership,
    Invites,
    Accepting,
    AuditReading,
    UsageReading,
    OrganizationsByHost,
    Listing {
  /** what members spend from, for the ledger */
  readonly poolsOf: PoolsOf
  /** Leaves every organization, before the account goes. Refuses with LAST_ADMIN. */
  leaveAll(caller: Caller): Promise<void>
  /** Resolves when all mail has been sent, or could not be. */
  settled(): Promise<void>
}

export function createOrganizations(dependencies: OrganizationsDependencies): Organizations {
  const post = createInvitePost(dependencies)
  const alerts = createPoolAlerts(dependencies)
  const membership = createMembership(dependencies)
  return {
    ...createListing(dependencies),
    ...createHousehold(dependencies),
    ...createOrganizationsByHost(dependencies),
    ...membership,
    ...createInvites(dependencies, post),
    ...createAccepting(dependencies),
    ...createAuditReading(dependencies),
    ...createUsageReading(dependencies),
    poolsOf: organizationPools(dependencies, (id) => alerts.look(id)),
    async settled() {
      await Promise.all([post.settled(), alerts.settled()])
    },
    async leaveAll(caller) {
      // Nothing of the answer is shown, so it may be in any language and for any address.
      const asking: Asking = { caller, origin: '', locale: DEFAULT_LOCALE }
      for (const id of await listOrganizationIds(dependencies.database, caller.id)) {
        await membership.removeMember(id, caller.id, asking)
      }
    },
  }
}
