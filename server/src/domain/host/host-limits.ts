import type { HostAction, HostLimits } from '@vee/contract/entities/host'
import { z } from 'zod'
import { inHost, storeHostSetting, readHostSetting } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import type { HostAdmins } from './admins.ts'
import { recordHostAct } from './record.ts'

/** Limits that an operator may set while the server runs, by their names on the wire and in the database. */
export interface LimitValues {
  /** replies per visitor address and day */
  readonly demoRepliesPerDay: number
  /** replies per hour and address that is signed in with the passphrase */
  readonly globalRequestsPerHour: number
  /** limit of the total cost per month, in US dollars; undefined: none */
  readonly monthlyCostThresholdUsd: number | undefined
}

/** Returns the limits of the settings. */
export const configuredLimits = (settings: {
  readonly visitorRepliesPerDay: number
  readonly passphraseRepliesPerHour: number
  readonly monthlyCostThresholdUsd: number | undefined
}): LimitValues => ({
  demoRepliesPerDay: settings.visitorRepliesPerDay,
  globalRequestsPerHour: settings.passphraseRepliesPerHour,
  monthlyCostThresholdUsd: settings.monthlyCostThresholdUsd,
})

type LimitName = keyof LimitValues
type LimitChange = { readonly [Name in LimitName]?: number | null | undefined }

const NAMES = ['demoRepliesPerDay', 'globalRequestsPerHour', 'monthlyCostThresholdUsd'] as const
const ACTIONS: Readonly<Record<LimitName, HostAction>> = {
  demoRepliesPerDay: 'limits.demo-replies-changed',
  globalRequestsPerHour: 'limits.hourly-requests-changed',
  monthlyCostThresholdUsd: 'limits.monthly-cost-changed',
}

const stored = z.partialRecord(z.enum(NAMES), z.number())
type Kept = z.output<typeof stored>

/** The effective limits, cached in memory, because every reply needs them. */
export interface EffectiveLimits {
  current(): LimitValues
  /** Reads the changes of this or another server of the same database. */
  refresh(): Promise<void>
}

export interface HostLimitSetting {
  limits(): HostLimits
  /** null: the value of the environment. Throws FORBIDDEN for callers other than operators. */
  setLimits(change: LimitChange, caller: Caller): Promise<HostLimits>
}

interface LimitsDependencies {
  readonly database: Database
  readonly configured: LimitValues
  /** milliseconds since 1970 */
  readonly now: () => number
}

export function createEffectiveLimits({ database, configured }: LimitsDependencies): EffectiveLimits {
  let current = configured
  return {
    current: () => current,
    async refresh() {
      current = { ...configured, ...(await readKept(database)) }
    },
  }
}

export function createLimitSetting(
  { database, configured, now }: LimitsDependencies,
  admins: HostAdmins,
  effectiveLimits: EffectiveLimits,
): HostLimitSetting {
  const describe = (): HostLimits => {
    const current = effectiveLimits.current()
    const of = (name: LimitName) => ({
      configured: configured[name] ?? null,
      current: current[name] ?? null,
    })
    return {
      demoRepliesPerDay: of('demoRepliesPerDay'),
      globalRequestsPerHour: of('globalRequestsPerHour'),
      monthlyCostThresholdUsd: of('monthlyCostThresholdUsd'),
    }
  }
  return {
    limits: describe,

    async setLimits(change, caller) {
      const host = await admins.only(caller)
      await inHost(database, async (transaction) => {
        const before = await readKept(transaction)
        const after = merged(before, change)
        for (const name of NAMES) {
          if (before[name] === after[name]) continue
          await recordHostAct(transaction, host, now(), {
            action: ACTIONS[name],
            target: name,
            before: before[name] ?? configured[name] ?? null,
            after: after[name] ?? configured[name] ?? null,
          })
        }
        await storeHostSetting(transaction, 'limits', JSON.stringify(after), now())
      })
      await effectiveLimits.refresh()
      return describe()
    },
  }
}

async function readKept(database: Database): Promise<Kept> {
  const row = await readHostSetting(database, 'limits')
  return row ? stored.parse(JSON.parse(row.value)) : {}
}

function merged(keptBefore: Kept, change: LimitChange): Kept {
  const after = { ...keptBefore }
  for (const name of NAMES) {
    const value = change[name]
    if (value === null) delete after[name]
    else if (value !== undefined) after[name] = value
  }
  return after
}
