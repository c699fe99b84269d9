import { z } from 'zod'
import { planId, tokenProvider, user } from '../../entities/accounts/user.ts'
import { defineEndpoint } from '../endpoint.ts'

export const postGlobalLogin = defineEndpoint({
  method: 'POST',
  path: '/auth/global',
  tag: 'auth',
  summary: 'Sign in with the passphrase that the host shares',
  access: 'public',
  isRateLimited: true,
  body: {
    kind: 'json',
    schema: z.object({ password: z.string().max(1_000).optional(), remember: z.boolean().optional() }),
  },
  responses: {
    200: { kind: 'json', schema: z.object({ token: z.string(), user, tokenProvider: z.literal('global') }) },
  },
  errors: ['INVALID_CREDENTIALS', 'GLOBAL_ACCESS_DISABLED', 'RATE_LIMITED'],
})

/** Not validated here: the use case checks the address and password and returns its own messages. */
const typed = z.string().max(2_000).optional()
const memberSession = z.object({ token: z.string(), user, tokenProvider: z.literal('local') })

export const postLogin = defineEndpoint({
  method: 'POST',
  path: '/auth/login',
  tag: 'auth',
  summary: 'Sign in with email and password',
  access: 'public',
  isRateLimited: true,
  body: {
    kind: 'json',
    schema: z.object({ email: typed, password: typed, remember: z.boolean().optional() }),
  },
  responses: { 200: { kind: 'json', schema: memberSession } },
  errors: ['INVALID_CREDENTIALS', 'FORBIDDEN', 'RATE_LIMITED'],
})

export const postRegister = defineEndpoint({
  method: 'POST',
  path: '/auth/register',
  tag: 'auth',
  summary:
    'Create an account and sign in. A paid plan starts once it is paid; until then the limits of Free apply',
  access: 'public',
  isRateLimited: true,
  body: {
    kind: 'json',
    schema: z.object({
      email: typed,
      password: typed,
      displayName: z
        .string()
        .trim()
        .max(100)
        .regex(/^\P{Cc}*$/u, 'no control characters')
        .optional(),
      acceptTerms: z.boolean().optional(),
      planId: planId.default('free'),
    }),
  },
  responses: { 201: { kind: 'json', schema: memberSession } },
  errors: ['EMAIL_TAKEN', 'RATE_LIMITED'],
})

export const postForgotPassword = defineEndpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  tag: 'auth',
  summary: 'Request a password reset link. The response does not reveal whether the account exists',
  access: 'public',
  body: { kind: 'json', schema: z.object({ email: z.string().max(2_000) }) },
  responses: {
    202: {
      kind: 'json',
      schema: z.object({
        /** false: this server cannot send mail, so users have to contact the host */
        canSendMail: z.boolean(),
      }),
    },
  },
  errors: [],
})

export const postResetPassword = defineEndpoint({
  method: 'POST',
  path: '/auth/reset-password',
  tag: 'auth',
  summary: 'Reset the password with a single-use token; ends all sessions of the account',
  access: 'public',
  body: { kind: 'json', schema: z.object({ token: z.string().max(200), password: typed }) },
  responses: { 204: { kind: 'empty' } },
  errors: [],
})

export const postChangePassword = defineEndpoint({
  method: 'POST',
  path: '/auth/change-password',
  tag: 'auth',
  summary: 'Change the password; ends all other sessions of the account',
  access: 'signed-in',
  body: { kind: 'json', schema: z.object({ currentPassword: typed, password: typed }) },
  responses: { 204: { kind: 'empty' } },
  errors: ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN', 'RATE_LIMITED'],
})

export const getAuth = defineEndpoint({
  method: 'GET',
  path: '/auth',
  tag: 'auth',
  summary: 'Get the current user',
  access: 'public',
  responses: {
    200: {
      kind: 'json',
      schema: z.discriminatedUnion('authenticated', [
        z.object({
          authenticated: z.literal(true),
          user,
          tokenProvider,
          /** the caller is a host: see the endpoints below /host */
          isHost: z.literal(true).optional(),
          /** false: accounts are created only by an identity provider or with the shared passphrase */
          hasPassword: z.boolean(),
        }),
        z.object({ authenticated: z.literal(false), user: z.null(), tokenProvider: z.null() }),
      ]),
    },
  },
  errors: ['SESSION_EXPIRED'],
})

export const deleteAuth = defineEndpoint({
  method: 'DELETE',
  path: '/auth',
  tag: 'auth',
  summary: 'Sign out and revoke the token',
  access: 'public',
  responses: { 204: { kind: 'empty' } },
  errors: [],
})
