import { MINUTE_MS } from '@vee/contract/time/durations'
import type { Organization } from '@vee/contract/entities/teams/organization'
import {
  changeInvite,
  findInviteByToken,
  findOrganization,
  inOrganizationTransaction,
  insertMember,
  type InviteRow,
  listMembers,
  type OrganizationRow,
} from '#db/queries/organizations/organizations.ts'
import type { Database } from '#db/schema.ts'
import { databaseCounters } from '../money/rate-limits/counters.ts'
import { Limiter, type UseLimit } from '../money/rate-limits/limiter.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'
import { appendAuditEntry } from './audit.ts'
import type { RequestContext, OrganizationsDependencies } from './dependencies.ts'
import { assertInvitePending } from './invites.ts'
import { inviteStatus } from './present.ts'
import { readOrganization } from './queries.ts'
import { assertPersonalAccount, memberAccessIn } from './member-access.ts'
import type { Caller } from '../accounts/index.ts'
import { networkOf } from '#lib/network.ts'

/**
 * Limits the guessing of invite tokens in 15 minutes, per network address and per account, although 256 random
 * bits cannot be guessed anyway. Valid tokens are not counted.
 */
const unknownTokens = ({ ip, id }: Caller): readonly UseLimit[] =>
  [`from ${networkOf(ip)}`, `of ${id}`].map((source) => ({
    key: `unknown invites ${source}`,
    limit: 20,
    window: 15 * MINUTE_MS,
    message: 'Too many links that are not valid; try again later.',
  }))

/** Accepts invites to organizations. */
export interface InviteAcceptance {
  /**
   * Joins the organization. Exactly one of several concurrent calls succeeds. Throws FORBIDDEN, NOT_FOUND,
   * INVITE_USED, INVITE_REVOKED, INVITE_EXPIRED, ALREADY_MEMBER or RATE_LIMITED.
   */
  accept(token: string, context: RequestContext): Promise<Organization>
}

export function createInviteAcceptance(dependencies: OrganizationsDependencies): InviteAcceptance {
  const { database, counters = databaseCounters(database), now } = dependencies
  const limiter = new Limiter(counters, now)

  /** Throws NOT_FOUND or RATE_LIMITED. */
  async function findInvite(token: string, caller: Caller): Promise<InviteRow> {
    const invite = await limiter.countFailures(unknownTokens(caller), async () =>
      /^[\w-]{1,100}$/.test(token) ? findInviteByToken(database, token) : undefined,
    )
    if (!invite) throw notFound('invite')
    return invite
  }

  return {
    async accept(token, { caller, origin }) {
      assertPersonalAccount(caller)
      const invite = await findInvite(token, caller)
      const access = await inOrganizationTransaction(
        database,
        invite.organization_id,
        async (transaction) => {
          const row = await findInviteByToken(transaction, token)
          const organization = row && (await findOrganization(transaction, row.organization_id))
          if (!organization) throw notFound('invite')
          await redeemInvite(transaction, organization, row, caller.user.email ?? '', now())
          const member = { user_id: caller.id, role: row.role, joined_at: now() }
          await insertMember(transaction, row.organization_id, member)
          const access = await memberAccessIn(transaction, caller, row.organization_id, 'member')
          await appendAuditEntry(transaction, access, now(), {
            action: 'invite.accepted',
            target: row.email,
            after: row.role,
          })
          return access
        },
      )
      return readOrganization(dependencies, access, origin)
    },
  }
}

/** Redeems an invite. It is valid only for the invited address; the link alone is not enough. */
async function redeemInvite(
  transaction: Database,
  organization: OrganizationRow,
  row: InviteRow,
  email: string,
  now: number,
): Promise<void> {
  const members = await listMembers(transaction, row.organization_id)
  const isMember = members.some((member) => member.email === email)
  assertInvitePending(row, isMember ? { organizationName: organization.name } : undefined)
  if (inviteStatus(row, now) === 'expired') {
    throw new DomainError('INVITE_EXPIRED', 'This invite has expired. Ask for a new one.')
  }
  if (row.email !== email) {
    throw new DomainError('FORBIDDEN', 'This invite is for another email address. Sign in with that one.', {
      details: { reason: 'other-address' },
    })
  }
  if (isMember) {
    throw new DomainError('ALREADY_MEMBER', 'You are a member of this organization already.')
  }
  await changeInvite(transaction, row.id, { status: 'accepted' })
}
