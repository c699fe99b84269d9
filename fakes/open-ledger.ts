import type { Ledger } from '../server/src/domain/money/ledger/index.ts'
import { priceOf, type Units, type LedgerUse } from '../server/src/domain/money/ledger/use.ts'

/** A ledger without limits that records its calls in memory. */
export interface OpenLedger extends Pick<Ledger, 'reserve' | 'budget' | 'allowance' | 'assertReplyLeft'> {
  /**
   * in the order of their reservations; `used` is undefined until the use is settled, and if nothing was used
   */
  readonly entries: readonly {
    readonly use: LedgerUse
    readonly isSettled: boolean
    readonly used: Units | undefined
  }[]
}

export function createOpenLedger(): OpenLedger {
  const entries: { use: LedgerUse; isSettled: boolean; used: Units | undefined }[] = []
  return {
    entries,
    budget: async () => undefined,
    allowance: async () => undefined,
    assertReplyLeft: async () => undefined,
    reserve: async (use) => {
      const entry: (typeof entries)[number] = { use, isSettled: false, used: undefined }
      entries.push(entry)
      const costUsd = (units: Units) => priceOf(use, units).microUsd / 1_000_000
      return {
        costUsd: costUsd(use.expected),
        settle: async (units) => {
          if (!entry.isSettled) entry.used = units
          entry.isSettled = true
          return entry.used ? costUsd(entry.used) : 0
        },
      }
    },
  }
}

/** Own keys for callers without any. */
export const noOwnKeys = {
  ownModels: { choose: () => undefined },
  ownSpeech: { stt: () => undefined, tts: () => undefined },
}
