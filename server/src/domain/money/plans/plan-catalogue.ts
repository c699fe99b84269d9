import type { Locale } from '@vee/contract/entities/locale'
import { planId, type PlanId, type User } from '@vee/contract/entities/accounts/user'
import type { PaidPlanId } from '@vee/contract/http/billing'
import type { Plan } from '@vee/contract/http/plans'
import { z } from 'zod'
import { readHostSetting } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import highlights from './highlights.json' with { type: 'json' }
import { effectivePlan } from './effective-plan.ts'
import {
  DEFAULT_ALLOWANCES,
  type PlanFigures,
  PLANS,
  type PlanSettings,
  SECONDARY_PER_PRIMARY,
} from './plans.ts'

const HIGHLIGHTS: Readonly<Record<Locale, Readonly<Record<PlanId, string[]>>>> = highlights

/** The allowances that the server enforces for a plan. */
interface PlanAllowance {
  readonly dailyTokens: { readonly primary: number; readonly secondary: number }
  readonly dailySpeechUsd: number
  /** whether the host has set the figure; otherwise it is the server's default */
  readonly isTokensSet: boolean
  readonly isSpeechSet: boolean
}

/**
 * Prices and allowances of all plans: the values of the environment, overridden by those that the host has
 * set since.
 */
export interface PlanCatalogue {
  /** Returns the plans in display order. */
  list(locale: Locale, sells: (id: PaidPlanId) => boolean): Plan[]
  /** Returns whether any plan but Free has a price or is sold. */
  hasPrices(sells: (id: PaidPlanId) => boolean): boolean
  allowance(id: PlanId): PlanAllowance
  /** Returns the allowance of the plan in force for a user now. */
  allowanceOf(user: User): PlanAllowance
  configured(): PlanSettings
  current(): PlanSettings
  /** Reloads the values that this server or another server of the same database has stored. */
  refresh(): Promise<void>
}

/** Maximum of every price and allowance. */
const amount = z.number().nonnegative().max(1_000_000_000)
const figures = z.object({
  pricePerMonth: amount.optional(),
  dailyTokens: z.int().min(1).max(1_000_000_000_000).optional(),
  dailySpeechUsd: amount.optional(),
})

/** Schema of `PLANS` in the environment, and of the values stored in the database. */
export const planSettings = z.partialRecord(planId, figures)

const PAID_PLANS: readonly PaidPlanId[] = ['basic', 'creator', 'organization']

/** Without a database, the values of the environment apply. */
export function createPlanCatalogue(configured: PlanSettings, database?: Database): PlanCatalogue {
  let current = configured
  const allowance = (id: PlanId): PlanAllowance => {
    const set = current[id]
    const defaults = DEFAULT_ALLOWANCES[id]
    const primary = set?.dailyTokens ?? defaults.dailyTokens
    return {
      dailyTokens: { primary, secondary: primary * SECONDARY_PER_PRIMARY },
      dailySpeechUsd: set?.dailySpeechUsd ?? defaults.dailySpeechUsd,
      isTokensSet: set?.dailyTokens !== undefined,
      isSpeechSet: set?.dailySpeechUsd !== undefined,
    }
  }
  return {
    list: (locale, sells) =>
      PLANS.map((plan) => {
        const pricePerMonth = current[plan.id]?.pricePerMonth ?? (plan.id === 'free' ? 0 : null)
        const { dailyTokens, dailySpeechUsd, isTokensSet, isSpeechSet } = allowance(plan.id)
        return {
          ...plan,
          dailyTokens,
          dailySpeechUsd,
          pricePerMonth,
          isAllowanceSet: isTokensSet,
          isSpeechSet,
          isPlaceholder: pricePerMonth === null || !isTokensSet,
          highlights: HIGHLIGHTS[locale][plan.id],
          isForSale: plan.id !== 'free' && sells(plan.id),
        }
      }),
    hasPrices: (sells) => PAID_PLANS.some((id) => sells(id) || current[id]?.pricePerMonth !== undefined),
    allowance,
    allowanceOf: (user) => allowance(effectivePlan(user)),
    configured: () => configured,
    current: () => current,
    async refresh() {
      if (database) current = mergePlanSettings(configured, await readStoredPlans(database))
    },
  }
}

/** Returns the values that the host has stored in the database. */
export async function readStoredPlans(database: Database): Promise<PlanSettings> {
  const row = await readHostSetting(database, 'plans')
  return row ? planSettings.parse(JSON.parse(row.value)) : {}
}

/** Returns `base` with every value that `changes` sets. */
export function mergePlanSettings(base: PlanSettings, changes: PlanSettings): PlanSettings {
  return Object.fromEntries(
    planId.options.map((id) => [id, { ...base[id], ...withoutUndefined(changes[id]) }]),
  )
}

function withoutUndefined(figures: PlanFigures | undefined): PlanFigures {
  return Object.fromEntries(Object.entries(figures ?? {}).filter(([, value]) => value !== undefined))
}
