import { z } from 'zod'
import { planId } from './user.ts'

/** From the one who may do most to the one who may do least. */
export const ROLES = ['admin', 'builder', 'viewer'] as const
export const role = z.enum(ROLES)
export type Role = z.infer<typeof role>

const tokens = z.number().int().nonnegative()

/** Tokens of the primary model's worth, of the day that ends at 00:00 UTC. */
const pool = z.object({ total: tokens, used: tokens, remaining: tokens })

export const member = z.object({
  id: z.string(),
  email: z.string(),
  displayName: z.string().nullable(),
  role,
  status: z.literal('active'),
  isCurrentUser: z.boolean(),
  /** what this seat may spend of the pool in a day; null: as much as there is */
  dailyTokenLimit: tokens.nullable(),
  /** tokens of the pool, since 00:00 UTC */
  usedToday: tokens,
  joinedAt: z.string(),
})
export type Member = z.infer<typeof member>

export const INVITE_STATUSES = ['pending', 'accepted', 'revoked', 'expired'] as const

export const invite = z.object({
  id: z.string(),
  email: z.string(),
  role,
  status: z.enum(INVITE_STATUSES),
  token: z.string(),
  /** the link that accepts it */
  url: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
})
export type Invite = z.infer<typeof invite>

export const SEAT_LIMIT_MAX = 10_000
export const ORGANIZATION_NAME_MAX_LENGTH = 100

export const organization = z.object({
  id: z.string(),
  name: z.string(),
  planId,
  seatLimit: z.number().int().positive(),
  /** pending: invites that can still be accepted. Active and pending together never exceed the limit */
  seats: z.object({
    active: z.number().int().nonnegative(),
    pending: z.number().int().nonnegative(),
    limit: z.number().int().positive(),
  }),
  /** the caller's */
  role,
  members: z.array(member),
  /** newest first; empty for those who may not invite */
  invites: z.array(invite),
  usage: z.object({ primary: pool }),
  createdAt: z.string(),
})
export type Organization = z.infer<typeof organization>

export const AUDIT_ACTIONS = [
  'organization.created',
  'organization.renamed',
  'organization.seat-limit-changed',
  'organization.deleted',
  'invite.sent',
  'invite.resent',
  'invite.revoked',
  'invite.accepted',
  'member.role-changed',
  'member.limit-changed',
  'member.removed',
  'member.left',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** What a field of an act was, and what it has become. */
const auditValue = z.union([z.string(), z.number(), z.null()])

export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.object({ id: z.string(), email: z.string() }),
  action: z.enum(AUDIT_ACTIONS),
  /** the address or the name that it was done to */
  target: z.string(),
  before: auditValue,
  after: auditValue,
})
export type AuditEntry = z.infer<typeof auditEntry>
