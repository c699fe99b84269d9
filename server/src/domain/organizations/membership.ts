import type { Member, Role } from '@vee/contract/entities/teams/organization'
import {
  changeMember,
  changeOrganization,
  deleteMember,
  findMember,
  inOrganizationTransaction,
  listMembers,
  type MemberRow,
} from '#db/queries/organizations/organizations.ts'
import type { Database } from '#db/schema.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'
import { appendAuditEntry } from './audit.ts'
import type { RequestContext, OrganizationsDependencies } from './dependencies.ts'
import { close } from './organizations.ts'
import type { PlanCatalogue } from '../money/plans/index.ts'
import { readPool } from './pool.ts'
import { presentMember } from './present.ts'
import { type Acting, assertValidId, type MemberAccess, memberAccessIn } from './member-access.ts'

interface MemberChange {
  readonly role: Role | undefined
  /** tokens of the pool in a day; null: no limit besides the pool */
  readonly dailyTokenLimit: number | null | undefined
}

/** Manages the members of an organization. */
export interface Membership {
  /** Throws FORBIDDEN, NOT_FOUND or LAST_ADMIN. */
  updateMember(id: string, memberId: string, change: MemberChange, context: RequestContext): Promise<Member>
  /** Removes another member or the caller. Throws FORBIDDEN, NOT_FOUND or LAST_ADMIN. */
  removeMember(id: string, memberId: string, context: RequestContext): Promise<void>
}

export function createMembership({ database, plans, now }: OrganizationsDependencies): Membership {
  return {
    async updateMember(id, memberId, change, { caller }) {
      assertValidId(id)
      assertValidId(memberId, 'member')
      return inOrganizationTransaction(database, id, async (transaction) => {
        const access = await memberAccessIn(transaction, caller, id, 'admin')
        const member = await findMember(transaction, id, memberId)
        if (!member) throw notFound('member')
        await setRole(transaction, access, member, change.role, now())
        await setLimit(transaction, access, member, change.dailyTokenLimit, now())
        return readMember(transaction, access, memberId, { plans, now: now() })
      })
    },

    async removeMember(id, memberId, { caller }) {
      assertValidId(id)
      assertValidId(memberId, 'member')
      await inOrganizationTransaction(database, id, async (transaction) => {
        const isSelf = memberId === caller.id
        const access = await memberAccessIn(transaction, caller, id, isSelf ? 'member' : 'admin')
        const members = await listMembers(transaction, id)
        const member = members.find(({ user_id }) => user_id === memberId)
        if (!member) throw notFound('member')
        const others = members.filter((other) => other !== member)
        if (others.length > 0) assertHasAdmin(others)
        await appendAuditEntry(transaction, access, now(), {
          action: isSelf ? 'member.left' : 'member.removed',
          target: member.email,
          before: member.role,
        })
        // The organization is closed when its last member leaves.
        if (others.length === 0) return close(transaction, access, now())
        await deleteMember(transaction, id, memberId)
        await passOnPayment(transaction, access, memberId, others)
      })
    },
  }
}

/** Throws LAST_ADMIN if no admin remains, because the organization could not be managed any more. */
function assertHasAdmin(members: readonly MemberRow[]): void {
  if (members.some(({ role }) => role === 'admin')) return
  throw new DomainError('LAST_ADMIN', 'This is the last admin. Make someone else an admin first.')
}

async function setRole(
  transaction: Database,
  access: MemberAccess,
  member: MemberRow,
  role: Role | undefined,
  nowMs: number,
): Promise<void> {
  if (role === undefined || role === member.role) return
  const { id } = access.organization
  const members = await listMembers(transaction, id)
  assertHasAdmin(members.map((other) => (other.user_id === member.user_id ? { ...other, role } : other)))
  await changeMember(transaction, id, member.user_id, { role })
  await appendAuditEntry(transaction, access, nowMs, {
    action: 'member.role-changed',
    target: member.email,
    before: member.role,
    after: role,
  })
}

async function setLimit(
  transaction: Database,
  access: MemberAccess,
  member: MemberRow,
  limit: number | null | undefined,
  nowMs: number,
): Promise<void> {
  if (limit === undefined || limit === member.daily_token_limit) return
  await changeMember(transaction, access.organization.id, member.user_id, { daily_token_limit: limit })
  await appendAuditEntry(transaction, access, nowMs, {
    action: 'member.limit-changed',
    target: member.email,
    before: member.daily_token_limit,
    after: limit,
  })
}

/**
 * The organization has the plan of the member who pays. When that member leaves, it takes the plan of the
 * admin who joined first.
 */
async function passOnPayment(
  transaction: Database,
  { organization }: Acting,
  goneId: string,
  others: readonly MemberRow[],
): Promise<void> {
  if (organization.payer_id !== goneId) return
  const heir = others.find(({ role }) => role === 'admin')
  if (heir) await changeOrganization(transaction, organization.id, { payer_id: heir.user_id })
}

async function readMember(
  transaction: Database,
  { organization, me }: MemberAccess,
  memberId: string,
  { plans, now }: { readonly plans: PlanCatalogue; readonly now: number },
): Promise<Member> {
  const members = await listMembers(transaction, organization.id)
  const member = members.find(({ user_id }) => user_id === memberId)
  if (!member) throw notFound('member')
  const ids = members.map(({ user_id }) => user_id)
  const pool = await readPool({ database: transaction, plans }, organization, ids, now)
  return presentMember(member, me, pool)
}

/**
 * Removes a member on behalf of a directory, under the organization's lock. Throws LAST_ADMIN, also for the
 * last member, because a directory cannot close an organization.
 */
export async function removeMemberByDirectory(
  transaction: Database,
  acting: Acting,
  memberId: string,
  nowMs: number,
): Promise<void> {
  const { id } = acting.organization
  const members = await listMembers(transaction, id)
  const member = members.find(({ user_id }) => user_id === memberId)
  if (!member) return
  const others = members.filter((other) => other !== member)
  assertHasAdmin(others)
  await appendAuditEntry(transaction, acting, nowMs, {
    action: 'scim.member-removed',
    target: member.email,
    before: member.role,
  })
  await deleteMember(transaction, id, memberId)
  await passOnPayment(transaction, acting, memberId, others)
}
