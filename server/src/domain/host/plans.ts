import type { HostPlans, PlanFigure } from '@vee/contract/entities/host'
import { PLAN_FIGURES } from '@vee/contract/entities/host-limits'
import { planId } from '@vee/contract/entities/accounts/user'
import { inHost, storeHostSetting } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import {
  DEFAULT_ALLOWANCES,
  mergePlanSettings,
  type PlanCatalogue,
  type PlanSettings,
  readStoredPlans,
} from '../money/plans/index.ts'
import type { HostAdmins } from './admins.ts'
import { recordHostAct } from './record.ts'

type PlanFigureChange = { readonly [Figure in PlanFigure]?: number | null | undefined }
type PlanChange = { readonly [Id in HostPlans[number]['id']]?: PlanFigureChange | undefined }

export interface HostPlanSetting {
  plans(): HostPlans
  /**
   * Sets prices and allowances; null restores the value of the environment. Throws FORBIDDEN for callers
   * other than operators.
   */
  setPlans(change: PlanChange, caller: Caller): Promise<HostPlans>
}

interface PlanSettingDependencies {
  readonly database: Database
  readonly plans: PlanCatalogue
  /** milliseconds since 1970 */
  readonly now: () => number
}

export function createPlanSetting(
  { database, plans, now }: PlanSettingDependencies,
  admins: HostAdmins,
): HostPlanSetting {
  const describe = (): HostPlans => {
    const [configured, current] = [plans.configured(), plans.current()]
    return planId.options.map((id) => {
      const figure = (figureName: PlanFigure) => ({
        configured: configured[id]?.[figureName] ?? null,
        current: current[id]?.[figureName] ?? null,
      })
      return {
        id,
        pricePerMonth: figure('pricePerMonth'),
        dailyTokens: { ...figure('dailyTokens'), default: DEFAULT_ALLOWANCES[id].dailyTokens },
        dailySpeechUsd: { ...figure('dailySpeechUsd'), default: DEFAULT_ALLOWANCES[id].dailySpeechUsd },
      }
    })
  }
  return {
    plans: describe,

    async setPlans(change, caller) {
      const host = await admins.only(caller)
      const configured = plans.configured()
      await inHost(database, async (transaction) => {
        const before = await readStoredPlans(transaction)
        const after = changed(before, change)
        const [was, is] = [mergePlanSettings(configured, before), mergePlanSettings(configured, after)]
        for (const id of planId.options) {
          for (const name of PLAN_FIGURES) {
            if (was[id]?.[name] === is[id]?.[name]) continue
            await recordHostAct(transaction, host, now(), {
              action: 'plans.changed',
              target: `${id} ${name}`,
              before: was[id]?.[name] ?? null,
              after: is[id]?.[name] ?? null,
            })
          }
        }
        await storeHostSetting(transaction, 'plans', JSON.stringify(after), now())
      })
      await plans.refresh()
      return describe()
    },
  }
}

function changed(before: PlanSettings, change: PlanChange): PlanSettings {
  return Object.fromEntries(
    planId.options.map((id) => {
      const figures = { ...before[id] }
      for (const name of PLAN_FIGURES) {
        const value = change[id]?.[name]
        if (value === null) delete figures[name]
        else if (value !== undefined) figures[name] = value
      }
      return [id, figures]
    }),
  )
}
