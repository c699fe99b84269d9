import { DEFAULT_LOCALE } from '@vee/contract/entities/locale'
import type { PoolsOf } from '../money/ledger/index.ts'
import { listOrganizationIds } from '#db/queries/organizations/organizations.ts'
import type { Caller } from '../accounts/index.ts'
import { type InviteAcceptance, createInviteAcceptance } from './accept-invite.ts'
import { type AuditQueries, createAuditQueries } from './audit-queries.ts'
import type { RequestContext, OrganizationsDependencies } from './dependencies.ts'
import { createOperatorActions, type OperatorActions } from './operator-actions.ts'
import { createOrganizationCrud, type OrganizationCrud } from './organizations.ts'
import { createInviteMailer } from './invite-mailer.ts'
import { createInvites, type Invites } from './invites.ts'
import { createMembership, type Membership } from './membership.ts'
import { organizationPools } from './pool.ts'
import { createPoolAlerts } from './pool-alerts.ts'
import { createUsageReading, type UsageReading } from './usage.ts'
import { createLongPoll, type LongPoll } from './long-poll.ts'

export { activeOrganizationId } from './active.ts'
export { appendAuditEntry } from './audit.ts'
export type { RequestContext } from './dependencies.ts'
export type { ChangeEventRelay } from './change-events.ts'
export { removeMemberByDirectory } from './membership.ts'
export { teamTerms } from './team-terms.ts'
export { seatFor } from './seats.ts'
export { assertValidId, memberAccessIn } from './member-access.ts'

/** Organizations, whose members share seats and a pool. */
export interface Organizations
  extends
    OrganizationCrud,
    Membership,
    Invites,
    InviteAcceptance,
    AuditQueries,
    UsageReading,
    OperatorActions,
    LongPoll {
  /** returns the pools that members spend from, for the ledger */
  readonly poolsOf: PoolsOf
  /** Leaves every organization; called before the account is deleted. Throws LAST_ADMIN. */
  leaveAll(caller: Caller): Promise<void>
  /** Resolves when every mail has been sent or has failed. */
  settled(): Promise<void>
}

export function createOrganizations(dependencies: OrganizationsDependencies): Organizations {
  const mailer = createInviteMailer(dependencies)
  const alerts = createPoolAlerts(dependencies)
  const membership = createMembership(dependencies)
  return {
    ...createLongPoll(dependencies),
    ...createOrganizationCrud(dependencies),
    ...createOperatorActions(dependencies),
    ...membership,
    ...createInvites(dependencies, mailer),
    ...createInviteAcceptance(dependencies),
    ...createAuditQueries(dependencies),
    ...createUsageReading(dependencies),
    poolsOf: organizationPools(dependencies, (id) => alerts.check(id)),
    async settled() {
      await Promise.all([mailer.settled(), alerts.settled()])
    },
    async leaveAll(caller) {
      // No part of the returned value is shown, so any language and origin will do.
      const context: RequestContext = { caller, origin: '', locale: DEFAULT_LOCALE }
      for (const id of await listOrganizationIds(dependencies.database, caller.id)) {
        await membership.removeMember(id, caller.id, context)
      }
    },
  }
}
