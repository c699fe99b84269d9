import type { Organization } from '@vee/contract/entities/organization'
import { type Accepting, createAccepting } from './accepting.ts'
import { type AuditReading, createAuditReading } from './audit-reading.ts'
import type { Asking, OrganizationsDependencies } from './dependencies.ts'
import { createHousehold, type Household } from './household.ts'
import { createInvitePost } from './invite-post.ts'
import { createInvites, type Invites } from './invites.ts'
import { createMembership, type Membership } from './membership.ts'
import { readOrganizations } from './reading.ts'

export type { Asking } from './dependencies.ts'

/** People who share seats and a pool. */
export interface Organizations extends Household, Membership, Invites, Accepting, AuditReading {
  list(asking: Asking): Promise<{ organizations: Organization[]; activeOrganizationId: string | null }>
  /** Resolves when all mail has been sent, or could not be. */
  settled(): Promise<void>
}

export function createOrganizations(dependencies: OrganizationsDependencies): Organizations {
  const post = createInvitePost(dependencies)
  return {
    list: (asking) => readOrganizations(dependencies, asking),
    ...createHousehold(dependencies),
    ...createMembership(dependencies),
    ...createInvites(dependencies, post),
    ...createAccepting(dependencies),
    ...createAuditReading(dependencies),
    settled: () => post.settled(),
  }
}
