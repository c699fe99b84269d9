import type { Organization } from '@vee/contract/entities/teams/organization'
import {
  changeInvite,
  findInviteByToken,
  findOrganization,
  inOrganization,
  insertMember,
  type InviteRow,
  listMembers,
  type OrganizationRow,
} from '#db/queries/organizations/organizations.ts'
import type { Database } from '#db/schema.ts'
import { databaseCounters, type Counters } from '../money/quotas/counters.ts'
import { DomainError } from '../errors/domain-error.ts'
import { appendAuditEntry } from './audit.ts'
import type { RequestContext, OrganizationsDependencies } from './dependencies.ts'
import { assertInvitePending } from './invites.ts'
import { inviteStatus } from './present.ts'
import { readOrganization } from './queries.ts'
import { organizationNotFound, assertPersonalAccount, memberAccessIn } from './member-access.ts'
import type { Caller } from '../accounts/index.ts'
import { networkOf } from '#lib/network.ts'

const WINDOW_MS = 15 * 60_000
/** Limit of unknown tokens in 15 minutes, per network address and per account. */
const UNKNOWN_TOKENS_MAX = 20

/**
 * Limits guessing of invite tokens, although 256 random bits cannot be guessed anyway. Valid tokens are not
 * counted.
 */
class TokenAttemptLimiter {
  readonly #database: Database
  readonly #counters: Counters
  readonly #now: () => number

  constructor(database: Database, counters: Counters, now: () => number) {
    this.#database = database
    this.#counters = counters
    this.#now = now
  }

  /** Throws NOT_FOUND or RATE_LIMITED. */
  async find(token: string, caller: Caller): Promise<InviteRow> {
    const keys = [`unknown invites from ${networkOf(caller.ip)}`, `unknown invites of ${caller.id}`]
    for (const key of keys) await this.#assertNotSpent(key)
    const invite = /^[\w-]{1,100}$/.test(token) ? await findInviteByToken(this.#database, token) : undefined
    if (invite) return invite
    const now = this.#now()
    for (const key of keys) {
      await this.#counters.count({ key, limit: UNKNOWN_TOKENS_MAX, now, resetsAt: now + WINDOW_MS })
    }
    throw organizationNotFound('invite')
  }

  async #assertNotSpent(key: string): Promise<void> {
    const count = await this.#counters.read(key, this.#now())
    if (count === undefined || count.used < UNKNOWN_TOKENS_MAX) return
    const resetSeconds = Math.ceil((count.resetsAt - this.#now()) / 1_000)
    throw new DomainError('RATE_LIMITED', 'Too many links that are not valid; try again later.', {
      retryAfterSeconds: resetSeconds,
      rateLimit: { limit: UNKNOWN_TOKENS_MAX, remaining: 0, resetSeconds },
    })
  }
}

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
  const attempts = new TokenAttemptLimiter(database, counters, now)
  return {
    async accept(token, { caller, origin }) {
      assertPersonalAccount(caller)
      const invite = await attempts.find(token, caller)
      const access = await inOrganization(database, invite.organization_id, async (transaction) => {
        const row = await findInviteByToken(transaction, token)
        const organization = row && (await findOrganization(transaction, row.organization_id))
        if (!organization) throw organizationNotFound('invite')
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
      })
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
