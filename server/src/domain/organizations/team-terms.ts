import { findOrganization, listMemberNames } from '#db/queries/organizations/organizations.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import { activeOrganizationId } from './active.ts'

/** Names beyond these would displace other words that are expected. */
const MAX_NAMES = 30

/** Returns the names that are likely to occur in a member's speech: those of the active team and of its members. */
export async function teamTerms(database: Database, caller: Caller): Promise<readonly string[]> {
  if (caller.kind !== 'member') return []
  const id = await activeOrganizationId(database, caller.id)
  const organization = id === null ? undefined : await findOrganization(database, id)
  if (!organization) return []
  return [organization.name, ...(await listMemberNames(database, organization.id, MAX_NAMES))]
}
