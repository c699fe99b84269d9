import { z } from 'zod'
import { planId } from '../entities/accounts/user.ts'
import { defineEndpoint } from './endpoint.ts'

export const plan = z.object({
  id: planId,
  name: z.string(),
  /** US dollars; null until the host sets a price */
  pricePerMonth: z.number().nonnegative().nullable(),
  /** enforced allowance, in tokens of the primary or of the secondary model; resets at 00:00 UTC */
  dailyTokens: z.object({
    primary: z.number().int().nonnegative(),
    secondary: z.number().int().nonnegative(),
  }),
  /**
   * whether the host configured the allowance in tokens; otherwise the server's default is enforced for members, and not
   * for administrators of the server
   */
  isAllowanceSet: z.boolean(),
  /** US dollars for speech per day; resets at 00:00 UTC */
  dailySpeechUsd: z.number().nonnegative(),
  /** the same for the allowance of speech */
  isSpeechSet: z.boolean(),
  /** in the language of Accept-Language */
  highlights: z.array(z.string()),
  mostPopular: z.boolean(),
  /** whether the caller's own provider key is used after the allowance ends */
  ownKeyAfterAllowance: z.boolean(),
  /** number of seats of a new organization; absent for other plans */
  seats: z.number().int().positive().optional(),
  /** true until the host has set both price and allowance */
  isPlaceholder: z.boolean(),
  /** whether this server sells it, so that POST /billing/checkout can succeed */
  isForSale: z.boolean(),
})
export type Plan = z.infer<typeof plan>

/** The plans, and the display names of the two models whose tokens are the unit of allowances. */
const planList = z.object({
  plans: z.array(plan),
  models: z.object({ primary: z.string(), secondary: z.string() }),
})
export type PlanList = z.infer<typeof planList>

export const listPlans = defineEndpoint({
  method: 'GET',
  path: '/plans',
  tag: 'plans',
  summary: 'List the plans with their prices and allowances',
  access: 'public',
  responses: { 200: { kind: 'json', schema: planList } },
  errors: [],
})
