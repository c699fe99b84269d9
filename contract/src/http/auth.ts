import { z } from 'zod'
import { tokenProvider, user } from '../entities/user.ts'
import { defineCall } from './call.ts'

export const postGlobalLogin = defineCall({
  method: 'POST',
  path: '/auth/global',
  area: 'auth',
  summary: 'Sign in with the passphrase that the host shares',
  access: 'public',
  body: {
    kind: 'json',
    schema: z.object({ password: z.string().max(1_000).optional(), remember: z.boolean().optional() }),
  },
  answers: {
    200: { kind: 'json', schema: z.object({ token: z.string(), user, tokenProvider: z.literal('global') }) },
  },
  errors: ['INVALID_CREDENTIALS', 'GLOBAL_ACCESS_DISABLED', 'RATE_LIMITED'],
})

export const getAuth = defineCall({
  method: 'GET',
  path: '/auth',
  area: 'auth',
  summary: 'Who the caller is',
  access: 'public',
  answers: {
    200: {
      kind: 'json',
      schema: z.discriminatedUnion('authenticated', [
        z.object({ authenticated: z.literal(true), user, tokenProvider }),
        z.object({ authenticated: z.literal(false), user: z.null(), tokenProvider: z.null() }),
      ]),
    },
  },
  errors: ['SESSION_EXPIRED'],
})

export const deleteAuth = defineCall({
  method: 'DELETE',
  path: '/auth',
  area: 'auth',
  summary: 'Sign out: the token is dead from then on',
  access: 'public',
  answers: { 204: { kind: 'empty' } },
  errors: [],
})
