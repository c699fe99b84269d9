import { z } from 'zod'
import { HOST_ACTIONS, HOST_USAGE_GROUPS, type PLAN_FIGURES } from './host-limits.ts'
import { planId, user } from './accounts/user.ts'
import { providerProblem, providerTrouble } from './model-endpoint.ts'

export type HostAction = (typeof HOST_ACTIONS)[number]

const count = z.number().int().nonnegative()

/** A member as shown to the host. */
export const hostUser = z.object({
  id: z.string(),
  email: z.string(),
  displayName: z.string().nullable(),
  /** the effective plan: the one set by the host, otherwise the paid one */
  planId,
  planOverride: planId.nullable(),
  subscription: user.shape.subscription,
  isDisabled: z.boolean(),
  /** true if this member is a host */
  isHost: z.boolean(),
  /** number of valid sessions */
  sessionCount: count,
  organizationCount: count,
  /** what the host paid for this member since the first of the month (UTC), in US dollars */
  costThisMonthUsd: z.number().nonnegative(),
  /** rounded to the hour; null: not used since all sessions were revoked */
  lastSeenAt: z.string().nullable(),
  createdAt: z.string(),
})
export type HostUser = z.infer<typeof hostUser>

/** An organization as shown to the host. */
export const hostOrganization = z.object({
  id: z.string(),
  name: z.string(),
  /** the plan of the paying member */
  planId,
  payerEmail: z.string().nullable(),
  seats: z.object({ active: count, pending: count, limit: z.number().int().positive() }),
  /** tokens of today's pool */
  pool: z.object({ total: count, used: count, remaining: count }),
  createdAt: z.string(),
})
export type HostOrganization = z.infer<typeof hostOrganization>

/** A limit in the environment, and as changed by the host; null: none. */
const limit = z.object({ configured: z.number().nullable(), current: z.number().nullable() })

export const hostLimits = z.object({
  demoRepliesPerDay: limit,
  globalRequestsPerHour: limit,
  monthlyCostThresholdUsd: limit,
})
export type HostLimits = z.infer<typeof hostLimits>

export type PlanFigure = (typeof PLAN_FIGURES)[number]

/** An allowance; `default` is enforced for members where `current` is null. */
const allowance = limit.extend({ default: z.number() })

/** The values of each plan; `current` null: not set. Without a price the plans page shows a dash. */
export const hostPlans = z.array(
  z.object({ id: planId, pricePerMonth: limit, dailyTokens: allowance, dailySpeechUsd: allowance }),
)
export type HostPlans = z.infer<typeof hostPlans>

/** The notice that is shown to all users of the app. */
export const notice = z.object({ text: z.string(), since: z.string() })
export type Notice = z.infer<typeof notice>

/** A configured vendor and its current status. */
const hostProvider = z.object({
  id: z.string(),
  /** as its vendor writes it */
  name: z.string(),
  service: z.enum(['llm', 'stt', 'tts']),
  available: z.boolean(),
  reason: z.string().nullable(),
  hint: z.string().nullable(),
  /** the name of the setting that connects it, never its value */
  envVar: z.string().nullable(),
  /** the kind of `reason`, where it has one; absent on servers before 2026-11-29 */
  problem: providerProblem.optional(),
  /** of language models only */
  trouble: providerTrouble.nullable(),
})
export type HostProvider = z.infer<typeof hostProvider>

export const hostOverview = z.object({
  version: z.string(),
  counts: z.object({ users: count, disabledUsers: count, organizations: count, liveSessions: count }),
  providers: z.array(hostProvider),
  limits: hostLimits,
  plans: hostPlans,
  passphrase: z.object({ isOn: z.boolean(), rotatedAt: z.string().nullable() }),
  notice: notice.nullable(),
  /** what this server paid since the first of the month (UTC), in US dollars */
  costThisMonthUsd: z.number().nonnegative(),
})
export type HostOverview = z.infer<typeof hostOverview>

const used = { tokens: count, costUsd: z.number().nonnegative(), requests: count }

/** The usage of the whole server between two days, both included. */
export const hostUsage = z.object({
  from: z.string(),
  to: z.string(),
  groupBy: z.enum(HOST_USAGE_GROUPS),
  total: z.object(used),
  series: z.array(z.object({ key: z.string(), ...used })),
})
export type HostUsage = z.infer<typeof hostUsage>

const auditValue = z.union([z.string(), z.number(), z.null()])

export const hostAuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.object({ id: z.string(), email: z.string() }),
  action: z.enum(HOST_ACTIONS),
  /** the email address or the name of the affected member or organization */
  target: z.string(),
  before: auditValue,
  after: auditValue,
})
export type HostAuditEntry = z.infer<typeof hostAuditEntry>
