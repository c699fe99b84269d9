import { z } from 'zod'
import {
  auditEntry,
  invite,
  member,
  organization,
  role,
  organizationMembership,
  teamUsage,
} from '../../entities/teams/organization.ts'
import {
  AFTER_POOL,
  AUDIT_ACTIONS,
  MAX_SEAT_TOKENS,
  USAGE_GROUPS,
} from '../../entities/teams/organization-limits.ts'
import { defineEndpoint } from '../endpoint.ts'

const tag = 'organizations'
const access = 'signed-in'
/** Not validated here: the use case throws NOT_FOUND for any malformed id. */
const id = z.string().max(2_000)
const ofOrganization = z.object({ id })
/** Not validated here: the use case validates it and returns its own messages. */
const typed = z.string().max(2_000).optional()
const dead = ['UNAUTHORIZED', 'SESSION_EXPIRED'] as const
/** shared errors: only members may read, only admins may change */
const guarded = [...dead, 'FORBIDDEN', 'NOT_FOUND'] as const

/** for long polling: the `version` of the previous response */
const afterSeen = z.object({ seen: z.string().max(100).optional() })
/** changes whenever anything in the response changes */
const versioned = { version: z.string() }

export const listOrganizations = defineEndpoint({
  method: 'GET',
  path: '/organizations',
  tag,
  summary:
    "List the caller's organizations in the order of joining. With `seen`, long-polls: returns once the version differs, after 25 s at the latest",
  access,
  query: afterSeen,
  responses: {
    200: {
      kind: 'json',
      schema: z.object({
        organizations: z.array(organization),
        /** the organization whose pool the caller spends from; null: none */
        activeOrganizationId: z.string().nullable(),
        ...versioned,
      }),
    },
  },
  errors: dead,
})

const memberships = {
  method: 'GET',
  tag,
  summary:
    "Long-poll the caller's memberships and roles. Returns at once if the version differs from `seen`; otherwise waits up to 25 s for a change",
  access,
  query: afterSeen,
  responses: { 200: { kind: 'json', schema: organizationMembership.extend(versioned) } },
  errors: dead,
} as const

export const getMemberships = defineEndpoint({ ...memberships, path: '/organizations/memberships' })

/** The former path, for clients of one more version. */
export const getStanding = defineEndpoint({
  ...memberships,
  path: '/organizations/standing',
  isDeprecated: true,
})

const oneOrganization = { kind: 'json', schema: organization } as const

export const createOrganization = defineEndpoint({
  method: 'POST',
  path: '/organizations',
  tag,
  summary: 'Create an organization; the caller becomes its admin, and their plan applies',
  access,
  body: { kind: 'json', schema: z.object({ name: typed }) },
  responses: { 201: oneOrganization },
  errors: [...dead, 'FORBIDDEN', 'RATE_LIMITED'],
})

export const activateOrganization = defineEndpoint({
  method: 'PATCH',
  path: '/organizations/active',
  tag,
  summary: "Select the organization whose pool pays for the caller's usage; null: the caller's own allowance",
  access,
  body: { kind: 'json', schema: z.object({ organizationId: id.nullable() }) },
  responses: { 204: { kind: 'empty' } },
  errors: [...dead, 'FORBIDDEN', 'NOT_FOUND'],
})

export const updateOrganization = defineEndpoint({
  method: 'PATCH',
  path: '/organizations/{id}',
  tag,
  summary:
    'Update name, number of seats (never below the seats in use), or what happens when the pool is used up',
  access,
  params: ofOrganization,
  body: {
    kind: 'json',
    schema: z.object({
      name: typed,
      seatLimit: z.number({ error: 'Seat limit must be a positive number.' }).optional(),
      afterPool: z.enum(AFTER_POOL).optional(),
      allowsLinks: z.boolean().optional(),
    }),
  },
  responses: { 200: oneOrganization },
  errors: guarded,
})

export const deleteOrganization = defineEndpoint({
  method: 'DELETE',
  path: '/organizations/{id}',
  tag,
  summary: 'Delete an organization with its seats, invites and limits',
  access,
  params: ofOrganization,
  responses: { 204: { kind: 'empty' } },
  errors: guarded,
})

const oneInvite = {
  kind: 'json',
  schema: invite.extend({
    /** whether the link was sent by mail; otherwise the user has to pass it on */
    isMailed: z.boolean(),
  }),
} as const

export const createInvite = defineEndpoint({
  method: 'POST',
  path: '/organizations/{id}/invites',
  tag,
  summary:
    'Invite an email address and reserve a seat until the invite expires; the role defaults to builder',
  access,
  params: ofOrganization,
  body: { kind: 'json', schema: z.object({ email: typed, role: role.default('builder') }) },
  responses: { 201: oneInvite },
  errors: [...guarded, 'ALREADY_MEMBER', 'SEATS_EXHAUSTED'],
})

const ofInvite = z.object({ id, inviteId: id })

export const resendInvite = defineEndpoint({
  method: 'POST',
  path: '/organizations/{id}/invites/{inviteId}/resend',
  tag,
  summary: 'Resend an invite and restart its expiry',
  access,
  params: ofInvite,
  responses: { 200: oneInvite },
  errors: [...guarded, 'ALREADY_MEMBER', 'INVITE_USED', 'INVITE_REVOKED', 'SEATS_EXHAUSTED'],
})

export const revokeInvite = defineEndpoint({
  method: 'DELETE',
  path: '/organizations/{id}/invites/{inviteId}',
  tag,
  summary: 'Revoke an invite and release its seat',
  access,
  params: ofInvite,
  responses: { 204: { kind: 'empty' } },
  errors: [...guarded, 'INVITE_USED'],
})

const ofMember = z.object({ id, memberId: id })

export const updateMember = defineEndpoint({
  method: 'PATCH',
  path: '/organizations/{id}/members/{memberId}',
  tag,
  summary: "Set a member's role or daily token limit (null: no limit)",
  access,
  params: ofMember,
  body: {
    kind: 'json',
    schema: z.object({
      role: role.optional(),
      dailyTokenLimit: z.int().nonnegative().max(MAX_SEAT_TOKENS).nullable().optional(),
    }),
  },
  responses: { 200: { kind: 'json', schema: member } },
  errors: [...guarded, 'LAST_ADMIN'],
})

export const removeMember = defineEndpoint({
  method: 'DELETE',
  path: '/organizations/{id}/members/{memberId}',
  tag,
  summary: 'Remove a member or leave; the organization is deleted when its only member leaves',
  access,
  params: ofMember,
  responses: { 204: { kind: 'empty' } },
  errors: [...guarded, 'LAST_ADMIN'],
})

export const leaveOrganization = defineEndpoint({
  method: 'POST',
  path: '/organizations/{id}/leave',
  tag,
  summary: 'Leave an organization',
  access,
  params: ofOrganization,
  responses: { 204: { kind: 'empty' } },
  errors: [...guarded, 'LAST_ADMIN'],
})

export const acceptInvite = defineEndpoint({
  method: 'POST',
  path: '/organizations/invites/{token}/accept',
  tag,
  summary: 'Accept an invite by its single-use token; the email address must match',
  access,
  params: z.object({ token: id }),
  body: { kind: 'json', schema: z.object({}) },
  responses: { 200: { kind: 'json', schema: z.object({ organization }) } },
  errors: [
    ...dead,
    'FORBIDDEN',
    'NOT_FOUND',
    'ALREADY_MEMBER',
    'INVITE_USED',
    'INVITE_EXPIRED',
    'INVITE_REVOKED',
    'RATE_LIMITED',
  ],
})

/** A day of UTC, as in 2026-11-21. */
const day = z.iso.date()
const csv = { kind: 'bytes', contentTypes: ['text/csv'] } as const
const format = z.enum(['json', 'csv']).default('json')

export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/organizations/{id}/audit',
  tag,
  summary:
    "List the organization's audit log, newest first; append-only. The CSV contains all entries that match the filter",
  access,
  params: ofOrganization,
  query: z.object({
    from: day.optional(),
    to: day.optional(),
    action: z.enum(AUDIT_ACTIONS).optional(),
    /** part of the email address of the actor or of the affected member */
    q: z.string().max(254).optional(),
    cursor: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    format,
  }),
  responses: {
    200: [
      {
        kind: 'json',
        schema: z.object({ items: z.array(auditEntry), nextCursor: z.string().nullable() }),
      },
      csv,
    ],
  },
  errors: guarded,
})

export const getTeamUsage = defineEndpoint({
  method: 'GET',
  path: '/organizations/{id}/usage',
  tag,
  summary: 'Get the usage of the pool by day, by seat and by the requested grouping; 30 days by default',
  access,
  params: ofOrganization,
  query: z.object({
    from: day.optional(),
    to: day.optional(),
    groupBy: z.enum(USAGE_GROUPS).default('day'),
    format,
  }),
  responses: { 200: [{ kind: 'json', schema: teamUsage }, csv] },
  errors: guarded,
})
