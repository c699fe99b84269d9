import {
  findMember,
  findOrganization,
  inOrganizationTransaction,
} from '#db/queries/organizations/organizations.ts'
import { findVerifiedDomain, hasLeft } from '#db/queries/organizations/provisioning.ts'
import type { Database } from '#db/schema.ts'
import { appendAuditEntry, seatFor } from '../organizations/index.ts'

interface Joiner {
  readonly id: string
  /** an address that the issuer has verified and that belongs to the user's account here */
  readonly email: string
}

/**
 * Adds a user who has just signed in by OpenID Connect to the organization that owns the domain of the
 * address, while seats are free. A user who has left it or was removed can return only with an invite.
 */
export async function joinByDomain(database: Database, { id, email }: Joiner, now: number): Promise<void> {
  const domain = await findVerifiedDomain(database, email.slice(email.lastIndexOf('@') + 1))
  if (!domain || (await findMember(database, domain.organization_id, id))) return
  await inOrganizationTransaction(database, domain.organization_id, async (transaction) => {
    const organization = await findOrganization(transaction, domain.organization_id)
    if (!organization || (await findMember(transaction, organization.id, id))) return
    if (await hasLeft(transaction, organization.id, email)) return
    const role = await seatFor(transaction, organization, { user_id: id, email }, now)
    if (role === undefined) return
    const acting = { organization, me: { user_id: id, email } }
    await appendAuditEntry(transaction, acting, now, {
      action: 'member.joined-by-domain',
      target: email,
      after: role,
    })
  })
}
