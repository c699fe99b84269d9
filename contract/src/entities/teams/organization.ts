import { z } from 'zod'
import { AFTER_POOL, AUDIT_ACTIONS, ROLES, USAGE_GROUPS } from './organization-limits.ts'
import { planId } from '../accounts/user.ts'

export const role = z.enum(ROLES)
export type Role = z.infer<typeof role>

const tokens = z.number().int().nonnegative()

/** In tokens of the primary model, for the day that ends at 00:00 UTC. */
const pool = z.object({ total: tokens, used: tokens, remaining: tokens })

export const member = z.object({
  id: z.string(),
  email: z.string(),
  displayName: z.string().nullable(),
  role,
  status: z.literal('active'),
  isCurrentUser: z.boolean(),
  /** maximum that this seat may spend from the pool per day; null: no limit */
  dailyTokenLimit: tokens.nullable(),
  /** tokens of the pool, since 00:00 UTC */
  usedToday: tokens,
  joinedAt: z.string(),
})
export type Member = z.infer<typeof member>

export const invite = z.object({
  id: z.string(),
  email: z.string(),
  role,
  status: z.enum(['pending', 'accepted', 'revoked', 'expired']),
  token: z.string(),
  /** the link that accepts it */
  url: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
})
export type Invite = z.infer<typeof invite>

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
  /** newest first; empty for callers without the right to invite */
  invites: z.array(invite),
  usage: z.object({ primary: pool }),
  /** what members use after the pool or their limit is used up */
  afterPool: z.enum(AFTER_POOL),
  /** whether members may make links with which anyone can read */
  allowsLinks: z.boolean(),
  createdAt: z.string(),
})
export type Organization = z.infer<typeof organization>

/** The caller's memberships and roles. */
export const organizationMembership = z.object({
  /** in order of joining */
  seats: z.array(organization.pick({ id: true, name: true, role: true })),
  /** the organization whose pool the caller spends from; null: none */
  activeOrganizationId: z.string().nullable(),
})
export type OrganizationMembership = z.infer<typeof organizationMembership>

export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** The value of a field before or after an audited change. */
const auditValue = z.union([z.string(), z.number(), z.null()])

export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.object({ id: z.string(), email: z.string() }),
  action: z.enum(AUDIT_ACTIONS),
  /** the email address or the name of the affected member or organization */
  target: z.string(),
  before: auditValue,
  after: auditValue,
})
export type AuditEntry = z.infer<typeof auditEntry>

const usedUp = { tokens, costUsd: z.number().nonnegative(), requests: z.number().int().nonnegative() }
const dayOfUse = z.object({ day: z.string(), ...usedUp })

/** The usage of a pool between two days, both included. */
export const teamUsage = z.object({
  from: z.string(),
  to: z.string(),
  groupBy: z.enum(USAGE_GROUPS),
  /** today's */
  pool,
  /** includes former members; days without usage are omitted */
  days: z.array(dayOfUse),
  seats: z.array(
    z.object({
      memberId: z.string(),
      email: z.string(),
      role,
      dailyTokenLimit: tokens.nullable(),
      usedToday: tokens,
      days: z.array(dayOfUse),
    }),
  ),
  /**
   * a day, an email address, an agent's id, a model, or llm, stt and tts; an empty key if it is not known any
   * more
   */
  series: z.array(z.object({ key: z.string(), ...usedUp })),
})
export type TeamUsage = z.infer<typeof teamUsage>
