import type { HostAction, HostLimits } from '@vee/contract/entities/host'
import { z } from 'zod'
import { inHost, storeHostSetting, readHostSetting } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import type { HostAdmins } from './admins.ts'
import { recordHostAct } from './record.ts'

/** Limits that an operator may set while the server runs. */
export interface LimitValues {
  /** replies per visitor address and day */
  readonly visitorRepliesPerDay: number
  /** replies per hour and address that is signed in with the passphrase */
  readonly passphraseRepliesPerHour: number
  /** limit of the total cost per month, in US dollars; undefined: none */
  readonly monthlyCostThresholdUsd: number | undefined
}

/** Returns the limits of the settings. */
export const configuredLimits = ({
  visitorRepliesPerDay,
  passphraseRepliesPerHour,
  monthlyCostThresholdUsd,
}: LimitValues): LimitValues => ({ visitorRepliesPerDay, passphraseRepliesPerHour, monthlyCostThresholdUsd })

type LimitName = keyof LimitValues
type WireName = keyof HostLimits
type LimitChange = { readonly [Name in WireName]?: number | null | undefined }

const NAMES = ['visitorRepliesPerDay', 'passphraseRepliesPerHour', 'monthlyCostThresholdUsd'] as const
/** The names on the wire, in the database and in the host's record. */
const WIRE_NAMES = {
  visitorRepliesPerDay: 'demoRepliesPerDay',
  passphraseRepliesPerHour: 'globalRequestsPerHour',
  monthlyCostThresholdUsd: 'monthlyCostThresholdUsd',
} as const satisfies Readonly<Record<LimitName, WireName>>
const ACTIONS: Readonly<Record<LimitName, HostAction>> = {
  visitorRepliesPerDay: 'limits.demo-replies-changed',
  passphraseRepliesPerHour: 'limits.hourly-requests-changed',
  monthlyCostThresholdUsd: 'limits.monthly-cost-changed',
}

const stored = z.partialRecord(z.enum(Object.values(WIRE_NAMES)), z.number())
type LimitOverrides = { readonly [Name in LimitName]?: number }

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
      current = { ...configured, ...(await readOverrides(database)) }
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
      [WIRE_NAMES.visitorRepliesPerDay]: of('visitorRepliesPerDay'),
      [WIRE_NAMES.passphraseRepliesPerHour]: of('passphraseRepliesPerHour'),
      [WIRE_NAMES.monthlyCostThresholdUsd]: of('monthlyCostThresholdUsd'),
    }
  }
  return {
    limits: describe,

    async setLimits(change, caller) {
      const host = await admins.only(caller)
      await inHost(database, async (transaction) => {
        const before = await readOverrides(transaction)
        const after = merged(before, change)
        for (const name of NAMES) {
          if (before[name] === after[name]) continue
          await recordHostAct(transaction, host, now(), {
            action: ACTIONS[name],
            target: WIRE_NAMES[name],
            before: before[name] ?? configured[name] ?? null,
            after: after[name] ?? configured[name] ?? null,
          })
        }
        await storeHostSetting(transaction, 'limits', JSON.stringify(storedOf(after)), now())
      })
      await effectiveLimits.refresh()
      return describe()
    },
  }
}

async function readOverrides(database: Database): Promise<LimitOverrides> {
  const row = await readHostSetting(database, 'limits')
  if (!row) return {}
  const values = stored.parse(JSON.parse(row.value))
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = values[WIRE_NAMES[name]]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Returns the overrides by their names in the database. */
const storedOf = (overrides: LimitOverrides) =>
  Object.fromEntries(NAMES.map((name) => [WIRE_NAMES[name], overrides[name]]))

function merged(before: LimitOverrides, change: LimitChange): LimitOverrides {
  const after: { [Name in LimitName]?: number } = { ...before }
  for (const name of NAMES) {
    const value = change[WIRE_NAMES[name]]
    if (value === null) delete after[name]
    else if (value !== undefined) after[name] = value
  }
  return after
}
