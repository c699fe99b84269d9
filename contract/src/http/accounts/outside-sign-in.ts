import { z } from 'zod'
import { user } from '../../entities/accounts/user.ts'
import { defineEndpoint } from '../endpoint.ts'

export const outsideProviderId = z.enum(['oidc', 'supabase'])
export type OutsideProviderId = z.infer<typeof outsideProviderId>

const outsideProvider = z.object({
  id: outsideProviderId,
  /** the display name configured by the host */
  label: z.string(),
  /** false: it is offered, but not configured; using it returns an error that explains this */
  isConfigured: z.boolean(),
})
export type OutsideProviderInfo = z.infer<typeof outsideProvider>

export const listOutsideProviders = defineEndpoint({
  method: 'GET',
  path: '/auth/outside',
  tag: 'auth',
  summary: 'List identity providers',
  access: 'public',
  responses: { 200: { kind: 'json', schema: z.object({ providers: z.array(outsideProvider) }) } },
  errors: ['SESSION_EXPIRED'],
})

export const postOutsideBegin = defineEndpoint({
  method: 'POST',
  path: '/auth/outside/{provider}/begin',
  tag: 'auth',
  summary:
    'Start a sign-in with an identity provider: redirect to `url` and store `state`, which the callback at /login requires',
  access: 'public',
  params: z.object({ provider: outsideProviderId }),
  body: { kind: 'json', schema: z.object({ remember: z.boolean().optional() }) },
  responses: { 200: { kind: 'json', schema: z.object({ url: z.string(), state: z.string() }) } },
  errors: ['AUTH_PROVIDER_UNCONFIGURED', 'PROVIDER_ERROR', 'PROVIDER_TIMEOUT', 'RATE_LIMITED'],
})

export const postOutsideFinish = defineEndpoint({
  method: 'POST',
  path: '/auth/outside/finish',
  tag: 'auth',
  summary: 'Complete a sign-in with an identity provider, once, with the query of the redirect',
  access: 'public',
  body: { kind: 'json', schema: z.object({ state: z.string().max(200), query: z.string().max(8_000) }) },
  responses: {
    200: {
      kind: 'json',
      schema: z.object({ token: z.string(), user, tokenProvider: z.enum(['oidc', 'supabase']) }),
    },
  },
  errors: [
    'INVALID_CREDENTIALS',
    'FORBIDDEN',
    'AUTH_PROVIDER_UNCONFIGURED',
    'PROVIDER_ERROR',
    'PROVIDER_TIMEOUT',
  ],
})
