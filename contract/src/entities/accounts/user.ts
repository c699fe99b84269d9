import { z } from 'zod'

export const planId = z.enum(['free', 'basic', 'creator', 'organization'])
export type PlanId = z.infer<typeof planId>

export const user = z.object({
  id: z.string(),
  kind: z.enum(['global', 'member']),
  email: z.string().nullable(),
  displayName: z.string().nullable(),
  planId,
  subscription: z.object({
    status: z.enum(['active', 'past_due', 'canceled', 'none']),
    renewsAt: z.string().nullable(),
  }),
  createdAt: z.string(),
})
export type User = z.infer<typeof user>

export const tokenProvider = z.enum(['global', 'local', 'supabase', 'oidc'])
export type TokenProvider = z.infer<typeof tokenProvider>
