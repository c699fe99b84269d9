import type { Role } from '@vee/contract/entities/teams/organization'
import {
  changeInvite,
  countMembers,
  countPendingInvites,
  findPendingInviteOf,
  insertMember,
  type OrganizationRow,
} from '#db/queries/organizations/organizations.ts'
import type { Database } from '#db/schema.ts'
import { DomainError } from '../errors/domain-error.ts'

interface Seats {
  readonly active: number
  readonly pending: number
}

/** Counts the occupied seats. Each pending invite reserves a seat too. */
export async function countSeats(database: Database, organizationId: string, now: number): Promise<Seats> {
  const active = await countMembers(database, organizationId)
  return { active, pending: await countPendingInvites(database, organizationId, now) }
}

/** Throws SEATS_EXHAUSTED. Reliable only under the organization's lock. */
export async function assertSeatFree(
  transaction: Database,
  { id, seat_limit }: OrganizationRow,
  now: number,
): Promise<void> {
  const { active, pending } = await countSeats(transaction, id, now)
  if (active + pending < seat_limit) return
  throw new DomainError('SEATS_EXHAUSTED', 'Increase the seat limit before inviting more teammates.')
}

interface NewMember {
  readonly user_id: string
  readonly email: string
}

/**
 * Returns a seat for a user without an invite's token, under the organization's lock: the one reserved by an
 * invite for the user's address, with its role, otherwise a free one as a builder. Returns undefined if there
 * is none.
 */
export async function seatFor(
  transaction: Database,
  organization: OrganizationRow,
  { user_id, email }: NewMember,
  now: number,
): Promise<Role | undefined> {
  const invite = await findPendingInviteOf(transaction, organization.id, email, now)
  if (invite) {
    await changeInvite(transaction, invite.id, { status: 'accepted' })
  } else {
    const { active, pending } = await countSeats(transaction, organization.id, now)
    if (active + pending >= organization.seat_limit) return undefined
  }
  const role = invite?.role ?? 'builder'
  await insertMember(transaction, organization.id, { user_id, role, joined_at: now })
  return role
}
