import type { Role } from '@vee/contract/entities/organization'
import {
  changeInvite,
  countMembers,
  countPendingInvites,
  findPendingInviteOf,
  insertMember,
  type OrganizationRow,
} from '#db/queries/organizations.ts'
import type { Database } from '#db/schema.ts'
import { DomainError } from '../domain-error.ts'

interface Seats {
  readonly active: number
  readonly pending: number
}

/** An invite that can still be accepted keeps a seat (decision A073). */
export async function countSeats(database: Database, organizationId: string, now: number): Promise<Seats> {
  const active = await countMembers(database, organizationId)
  return { active, pending: await countPendingInvites(database, organizationId, now) }
}

/** Refuses with SEATS_EXHAUSTED. Only worth something under the organization's lock. */
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
 * Gives somebody a seat without asking them for an invite's token, under the organization's lock: the one that an invite
 * keeps for their address, with its role, else a free one as a builder. Undefined when there is none.
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
