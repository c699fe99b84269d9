import { z } from 'zod'
import { planId } from '../entities/user.ts'
import { defineCall } from './call.ts'

export const plan = z.object({
  id: planId,
  name: z.string(),
  /** US dollars; null while the host has set none */
  pricePerMonth: z.number().nonnegative().nullable(),
  /** of the primary model and of the smaller one; full again at 00:00 UTC */
  dailyTokens: z.object({
    primary: z.number().int().nonnegative(),
    secondary: z.number().int().nonnegative(),
  }),
  /** US dollars that speech may cost a day; full again at 00:00 UTC */
  dailySpeechUsd: z.number().nonnegative(),
  /** in the language of Accept-Language */
  highlights: z.array(z.string()),
  mostPopular: z.boolean(),
  /** whether the caller's own provider key goes on where the allowance ends */
  ownKeyAfterAllowance: z.boolean(),
  /** seats that an organization begins with; absent where there are none */
  seats: z.number().int().positive().optional(),
  /** true: price and allowance only show where the real ones will stand */
  isPlaceholder: z.boolean(),
  /** whether this server sells it, so that POST /billing/checkout can succeed */
  isForSale: z.boolean(),
})
export type Plan = z.infer<typeof plan>

export const listPlans = defineCall({
  method: 'GET',
  path: '/plans',
  area: 'plans',
  summary: 'What one can subscribe to',
  access: 'public',
  answers: { 200: { kind: 'json', schema: z.object({ plans: z.array(plan) }) } },
  errors: [],
})
