import {
  findMember,
  findOrganization,
  type MemberRow,
  type OrganizationRow,
} from '#db/queries/organizations.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import { DomainError } from '../domain-error.ts'

/** An organization, and the seat that the caller has in it. */
export interface MemberAccess {
  readonly organization: OrganizationRow
  readonly me: MemberRow
}

/** Whoever does something to an organization: a member, or who runs the server. */
export interface Acting {
  readonly organization: OrganizationRow
  readonly me: Pick<MemberRow, 'user_id' | 'email'>
}

/** Whoever is not in an organization learns nothing of it, not even that it is there. */
export const notFound = (what = 'organization') => new DomainError('NOT_FOUND', `There is no such ${what}.`)

/** Refuses what no id of ours looks like before it reaches a database, which may not even take it as a text. */
export function assertValidId(id: string, what?: string): void {
  if (!/^[\w-]{1,100}$/.test(id)) throw notFound(what)
}

/**
 * Where the caller stands (decision A069: only admins change anything). Refuses outsiders with NOT_FOUND, and members
 * with FORBIDDEN where it takes an admin.
 */
export async function memberAccessIn(
  database: Database,
  caller: Caller,
  organizationId: string,
  needs: 'member' | 'admin',
): Promise<MemberAccess> {
  assertValidId(organizationId)
  const organization = await findOrganization(database, organizationId)
  const me = organization && (await findMember(database, organizationId, caller.id))
  if (!me) throw notFound()
  if (needs === 'admin' && me.role !== 'admin') {
    throw new DomainError('FORBIDDEN', 'Only an admin of this organization can do this.')
  }
  return { organization, me }
}

/** Someone with an account of their own: shared access is nobody in particular, who could hold no seat (decision A080). */
export function assertPersonalAccount(
  caller: Caller,
): asserts caller is Caller & { readonly kind: 'member' } {
  if (caller.kind === 'member') return
  throw new DomainError('FORBIDDEN', 'Sign in to a personal account to be part of an organization.', {
    details: { reason: 'shared-access' },
  })
}
