import { countMembers, countPendingInvites, type OrganizationRow } from '#db/queries/organizations.ts'
import type { Database } from '#db/schema.ts'
import { Refusal } from '../refusal.ts'

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
export async function refuseWhenFull(
  transaction: Database,
  { id, seat_limit }: OrganizationRow,
  now: number,
): Promise<void> {
  const { active, pending } = await countSeats(transaction, id, now)
  if (active + pending < seat_limit) return
  throw new Refusal('SEATS_EXHAUSTED', 'Increase the seat limit before inviting more teammates.')
}
