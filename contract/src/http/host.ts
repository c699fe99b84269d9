import { z } from 'zod'
import {
  hostAuditEntry,
  hostLimits,
  hostOrganization,
  hostOverview,
  hostPlans,
  hostUsage,
  hostUser,
  notice,
} from '../entities/host.ts'
import { HOST_ACTIONS, HOST_USAGE_GROUPS } from '../entities/host-limits.ts'
import { planId } from '../entities/accounts/user.ts'
import { type Endpoint, defineEndpoint } from './endpoint.ts'
import { speechStatus } from './system.ts'

const tag = 'host'
const access = 'signed-in'
/** shared errors of the host's endpoints; hosts are the first account, or the addresses in HOST_ADMINS */
const errors = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'] as const
const ofOne = [...errors, 'NOT_FOUND'] as const
const idParams = z.object({ id: z.string().max(2_000) })
const search = z.object({
  /** part of an email address or a name */
  q: z.string().max(254).optional(),
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
const pageOf = <S extends z.ZodType>(schema: S) =>
  ({ kind: 'json', schema: z.object({ items: z.array(schema), nextCursor: z.string().nullable() }) }) as const
const nothing = { 204: { kind: 'empty' } } as const

export const getHost = defineEndpoint({
  method: 'GET',
  path: '/host',
  tag,
  summary: 'Get the state of the server: users, providers, limits, shared access, notice, cost of this month',
  access,
  responses: { 200: { kind: 'json', schema: hostOverview } },
  errors,
})

export const listHostUsers = defineEndpoint({
  method: 'GET',
  path: '/host/users',
  tag,
  summary: 'List accounts, newest first',
  access,
  query: search,
  responses: { 200: pageOf(hostUser) },
  errors,
})

export const updateHostUser = defineEndpoint({
  method: 'PATCH',
  path: '/host/users/{id}',
  tag,
  summary: "Override an account's plan (null removes the override), or disable or enable the account",
  access,
  params: idParams,
  body: {
    kind: 'json',
    schema: z.object({ planOverride: planId.nullable().optional(), isDisabled: z.boolean().optional() }),
  },
  responses: { 200: { kind: 'json', schema: hostUser } },
  errors: ofOne,
})

export const signOutHostUser = defineEndpoint({
  method: 'POST',
  path: '/host/users/{id}/sign-out',
  tag,
  summary: 'Revoke all sessions of an account',
  access,
  params: idParams,
  responses: nothing,
  errors: ofOne,
})

export const deleteHostUser = defineEndpoint({
  method: 'DELETE',
  path: '/host/users/{id}',
  tag,
  summary:
    'Delete an account and its data; rejected while a subscription is active and for the last admin of an organization',
  access,
  params: idParams,
  responses: nothing,
  errors: [...ofOne, 'LAST_ADMIN'],
})

export const listHostOrganizations = defineEndpoint({
  method: 'GET',
  path: '/host/organizations',
  tag,
  summary: 'List organizations, newest first',
  access,
  query: search,
  responses: { 200: pageOf(hostOrganization) },
  errors,
})

export const updateHostOrganization = defineEndpoint({
  method: 'PATCH',
  path: '/host/organizations/{id}',
  tag,
  summary: 'Set the number of seats of an organization, never below the seats in use',
  access,
  params: idParams,
  body: {
    kind: 'json',
    schema: z.object({ seatLimit: z.number({ error: 'Seat limit must be a positive number.' }) }),
  },
  responses: { 200: { kind: 'json', schema: hostOrganization } },
  errors: ofOne,
})

export const deleteHostOrganization = defineEndpoint({
  method: 'DELETE',
  path: '/host/organizations/{id}',
  tag,
  summary: 'Delete an organization with its seats, invites and limits',
  access,
  params: idParams,
  responses: nothing,
  errors: ofOne,
})

const wholeLimit = z.int().min(0).max(1_000_000_000).nullable().optional()

export const updateHostLimits = defineEndpoint({
  method: 'PATCH',
  path: '/host/limits',
  tag,
  summary: 'Override limits at run time; null restores the value of the environment',
  access,
  body: {
    kind: 'json',
    schema: z.object({
      /** replies per day for a visitor's address */
      demoRepliesPerDay: wholeLimit,
      /** replies per hour for an address with shared access */
      globalRequestsPerHour: wholeLimit,
      /** limit for the total costs of a month */
      monthlyCostThresholdUsd: z.number().min(0).max(1_000_000_000).nullable().optional(),
    }),
  },
  responses: { 200: { kind: 'json', schema: hostLimits } },
  errors,
})

const figure = z.number().nonnegative().max(1_000_000_000).nullable().optional()
const planFigures = z
  .object({
    /** US dollars */
    pricePerMonth: figure,
    /** tokens of the primary model */
    dailyTokens: z.int().min(1).max(1_000_000_000_000).nullable().optional(),
    /** US dollars */
    dailySpeechUsd: figure,
  })
  .optional()

export const updateHostPlans = defineEndpoint({
  method: 'PATCH',
  path: '/host/plans',
  tag,
  summary: 'Set prices and allowances of the plans; null restores the value of the environment',
  access,
  body: {
    kind: 'json',
    schema: z.object({
      free: planFigures,
      basic: planFigures,
      creator: planFigures,
      organization: planFigures,
    }),
  },
  responses: { 200: { kind: 'json', schema: hostPlans } },
  errors,
})

export const rotatePassphrase = defineEndpoint({
  method: 'POST',
  path: '/host/passphrase',
  tag,
  summary:
    'Generate a new passphrase for shared access, returned only once; ends all sessions of the old one',
  access,
  responses: { 201: { kind: 'json', schema: z.object({ passphrase: z.string(), rotatedAt: z.string() }) } },
  errors: [...errors, 'GLOBAL_ACCESS_DISABLED'],
})

/** The speech provider to test, and the language (BCP 47). */
const speechProviderChoice = z.object({
  direction: z.enum(['hearing', 'speaking']),
  provider: z.string().max(50),
  language: z.string().max(35).optional(),
})

export const prepareSpeech = defineEndpoint({
  method: 'POST',
  path: '/host/speech/download',
  tag,
  summary:
    'Start the download of the model that a speech provider requires. GET /system/speech returns its progress',
  access,
  body: { kind: 'json', schema: speechProviderChoice },
  responses: { 200: { kind: 'json', schema: speechStatus } },
  errors: ofOne,
})

export const stopPreparingSpeech = defineEndpoint({
  method: 'DELETE',
  path: '/host/speech/download',
  tag,
  summary: 'Cancel the download; a later download resumes it',
  access,
  body: { kind: 'json', schema: speechProviderChoice },
  responses: { 200: { kind: 'json', schema: speechStatus } },
  errors: ofOne,
})

export const updateNotice = defineEndpoint({
  method: 'PATCH',
  path: '/host/notice',
  tag,
  summary: 'Set a notice that everyone who has the app open sees; an empty text removes it',
  access,
  body: { kind: 'json', schema: z.object({ text: z.string().max(2_000).nullable() }) },
  responses: { 200: { kind: 'json', schema: z.object({ notice: notice.nullable() }) } },
  errors,
})

/** A day of UTC, as in 2026-11-21. */
const day = z.iso.date()
const csv = { kind: 'bytes', contentTypes: ['text/csv'] } as const
const format = z.enum(['json', 'csv']).default('json')

export const getHostUsage = defineEndpoint({
  method: 'GET',
  path: '/host/usage',
  tag,
  summary: 'Get usage and cost of the server, by default of the last 30 days',
  access,
  query: z.object({
    from: day.optional(),
    to: day.optional(),
    groupBy: z.enum(HOST_USAGE_GROUPS).default('day'),
    format,
  }),
  responses: { 200: [{ kind: 'json', schema: hostUsage }, csv] },
  errors,
})

export const listHostAudit = defineEndpoint({
  method: 'GET',
  path: '/host/audit',
  tag,
  summary:
    "List the server's audit log, newest first; append-only. The CSV contains all entries that match the filter",
  access,
  query: search.extend({
    from: day.optional(),
    to: day.optional(),
    action: z.enum(HOST_ACTIONS).optional(),
    format,
  }),
  responses: { 200: [pageOf(hostAuditEntry), csv] },
  errors,
})

export const HOST_CALLS: readonly Endpoint[] = [
  getHost,
  listHostUsers,
  updateHostUser,
  signOutHostUser,
  deleteHostUser,
  listHostOrganizations,
  updateHostOrganization,
  deleteHostOrganization,
  updateHostLimits,
  updateHostPlans,
  rotatePassphrase,
  prepareSpeech,
  stopPreparingSpeech,
  updateNotice,
  getHostUsage,
  listHostAudit,
]
