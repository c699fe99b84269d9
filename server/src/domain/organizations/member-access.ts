import {
  findMember,
  findOrganization,
  type MemberRow,
  type OrganizationRow,
} from '#db/queries/organizations/organizations.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'

/** An organization and the caller's seat in it. */
export interface MemberAccess {
  readonly organization: OrganizationRow
  readonly me: MemberRow
}

/** The actor who changes an organization: a member or the server's operator. */
export interface Acting {
  readonly organization: OrganizationRow
  readonly me: Pick<MemberRow, 'user_id' | 'email'>
}

/** Throws for a malformed id before it reaches the database, which may not even accept it as text. */
export function assertValidId(id: string, subject = 'organization'): void {
  if (!/^[\w-]{1,100}$/.test(id)) throw notFound(subject)
}

/**
 * Returns the caller's membership. Throws NOT_FOUND for outsiders, and FORBIDDEN for members if an admin is
 * required. Only admins may change anything.
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
  if (!me) throw notFound('organization')
  if (needs === 'admin' && me.role !== 'admin') {
    throw new DomainError('FORBIDDEN', 'Only an admin of this organization can do this.')
  }
  return { organization, me }
}

/**
 * Throws unless the caller has a personal account. Shared access represents no single user and cannot hold a
 * seat.
 */
export function assertPersonalAccount(
  caller: Caller,
): asserts caller is Caller & { readonly kind: 'member' } {
  if (caller.kind === 'member') return
  throw new DomainError('FORBIDDEN', 'Sign in to a personal account to be part of an organization.', {
    details: { reason: 'shared-access' },
  })
}
