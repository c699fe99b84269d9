import type { CostRecord } from '@vee/contract/http/costs'
import { create } from 'zustand'
import { useSettings, type UserSettings } from '../settings/index.ts'

/** The last costs from the server, in US dollars; undefined before the first response. */
export const useCosts = create<{ readonly record: CostRecord | undefined }>(() => ({ record: undefined }))

/** The fraction of a limit from which a warning is shown: 80 %, early enough to react. */
const NEAR_SHARE = 0.8

export type CostStatus = 'fine' | 'near' | 'exceeded'

/** Compares the costs with the user's limits (0: none) and with the host's. */
export function costStatus(record: CostRecord | undefined, limits: UserSettings['costLimit']): CostStatus {
  if (record === undefined) return 'fine'
  if (record.isThresholdReached) return 'exceeded'
  const fractions = [
    [record.sessionCost, limits.session],
    [record.dailyCost, limits.daily],
    [record.monthlyCost, limits.monthly],
  ].map(([cost = 0, limit = 0]) => (limit > 0 ? cost / limit : 0))
  const most = Math.max(...fractions)
  if (most >= 1) return 'exceeded'
  return most >= NEAR_SHARE ? 'near' : 'fine'
}

/** Returns true if the user's own limits allow no more costs; the server enforces the host's limits. */
export function isCostLimitReached(): boolean {
  const { record } = useCosts.getState()
  const own = record && { ...record, isThresholdReached: false }
  return costStatus(own, useSettings.getState().costLimit) === 'exceeded'
}
