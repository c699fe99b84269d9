import type { Invite, Member, Organization } from '@vee/contract/entities/teams/organization'
import type { PlanId } from '@vee/contract/entities/accounts/user'
import type { InviteRow, MemberRow } from '#db/queries/organizations/organizations.ts'
import type { PoolState } from './pool.ts'
import type { MemberAccess } from './member-access.ts'

export interface OrganizationParts extends MemberAccess {
  readonly planId: PlanId
  readonly members: readonly MemberRow[]
  readonly invites: readonly InviteRow[]
  readonly pool: PoolState
  /** the URL at which users reach this server, without a trailing slash */
  readonly base: string
  /** milliseconds since 1970 */
  readonly now: number
}

/**
 * Returns the organization for the API. Invites and their tokens are included only for callers who may
 * invite.
 */
export function presentOrganization(parts: OrganizationParts): Organization {
  const { organization, me, planId, members, invites, pool, base, now } = parts
  const pending = invites.filter((row) => inviteStatus(row, now) === 'pending').length
  return {
    id: organization.id,
    name: organization.name,
    planId,
    seatLimit: organization.seat_limit,
    seats: { active: members.length, pending, limit: organization.seat_limit },
    role: me.role,
    members: members.map((row) => presentMember(row, me, pool)),
    invites: me.role === 'admin' ? invites.map((row) => presentInvite(row, base, now)) : [],
    usage: {
      primary: { total: pool.total, used: pool.used, remaining: Math.max(0, pool.total - pool.used) },
    },
    afterPool: organization.after_pool,
    allowsLinks: organization.allows_links === 1,
    createdAt: isoTime(organization.created_at),
  }
}

export function presentMember(row: MemberRow, member: MemberRow, pool: PoolState): Member {
  return {
    id: row.user_id,
    email: row.email,
    displayName: row.display_name,
    role: row.role,
    status: 'active',
    isCurrentUser: row.user_id === member.user_id,
    dailyTokenLimit: row.daily_token_limit,
    usedToday: pool.byMember.get(row.user_id) ?? 0,
    joinedAt: isoTime(row.joined_at),
  }
}

export function inviteStatus({ status, expires_at }: InviteRow, now: number): Invite['status'] {
  return status === 'pending' && expires_at <= now ? 'expired' : status
}

export function presentInvite(row: InviteRow, base: string, now: number): Invite {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    status: inviteStatus(row, now),
    token: row.token,
    url: inviteUrl(base, row.token),
    createdAt: isoTime(row.created_at),
    expiresAt: isoTime(row.expires_at),
  }
}

/** Returns the URL without a locale, so that the page opens in the language of the recipient. */
export const inviteUrl = (base: string, token: string) => `${base}/invite/${token}`

const isoTime = (milliseconds: number) => new Date(milliseconds).toISOString()
