import { z } from 'zod'
import { user } from '../../entities/accounts/user.ts'
import { defineEndpoint } from '../endpoint.ts'

const ERRORS = ['UNAUTHORIZED', 'SESSION_EXPIRED'] as const

export const patchProfile = defineEndpoint({
  method: 'PATCH',
  path: '/auth/profile',
  tag: 'auth',
  summary: "Change the member's display name; null removes it",
  access: 'signed-in',
  body: {
    kind: 'json',
    schema: z.object({
      displayName: z
        .string()
        .trim()
        .max(100)
        .regex(/^\P{Cc}*$/u, 'no control characters')
        .nullable(),
    }),
  },
  responses: { 200: { kind: 'json', schema: z.object({ user }) } },
  errors: [...ERRORS, 'FORBIDDEN'],
})

export const session = z.object({
  id: z.string(),
  /** browser and system, for example "Firefox · Windows"; null if not known */
  device: z.string().nullable(),
  createdAt: z.string(),
  /** rounded to the hour; null before its first request */
  lastSeenAt: z.string().nullable(),
  expiresAt: z.string(),
  /** true for the session of this request */
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof session>

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/auth/sessions',
  tag: 'auth',
  summary: "List the caller's sessions, the current one first, then the newest",
  access: 'signed-in',
  responses: { 200: { kind: 'json', schema: z.object({ sessions: z.array(session) }) } },
  errors: ERRORS,
})

export const deleteSession = defineEndpoint({
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  tag: 'auth',
  summary: "Sign out one of the caller's sessions",
  access: 'signed-in',
  params: z.object({ id: z.string().max(200) }),
  responses: { 204: { kind: 'empty' } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const deleteOtherSessions = defineEndpoint({
  method: 'DELETE',
  path: '/auth/sessions',
  tag: 'auth',
  summary: 'Sign out all other sessions',
  access: 'signed-in',
  responses: { 204: { kind: 'empty' } },
  errors: ERRORS,
})

export const exportAccount = defineEndpoint({
  method: 'GET',
  path: '/account/export',
  tag: 'account',
  summary: "Export all of the member's data as one JSON file",
  access: 'signed-in',
  responses: { 200: { kind: 'bytes', contentTypes: ['application/json'] } },
  errors: [...ERRORS, 'FORBIDDEN', 'RATE_LIMITED'],
})

export const deleteAccount = defineEndpoint({
  method: 'POST',
  path: '/account/delete',
  tag: 'account',
  summary:
    'Delete the account and all its data permanently. Without `password` it requires a sign-in with an identity provider within the last 15 minutes, otherwise FORBIDDEN with details `{ signInAgain: true }`',
  access: 'signed-in',
  body: {
    kind: 'json',
    schema: z.object({
      /** the account's email address, typed again as confirmation */
      email: z.string().max(2_000),
      password: z.string().max(2_000).optional(),
    }),
  },
  responses: { 204: { kind: 'empty' } },
  errors: [...ERRORS, 'FORBIDDEN', 'RATE_LIMITED', 'LAST_ADMIN'],
})
