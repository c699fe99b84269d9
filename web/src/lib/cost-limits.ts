import type { CostRecord } from '@vee/contract/http/costs'
import { create } from 'zustand'
import { useSettings, type Settings } from './settings/index.ts'

/** What costs have been told of last, in US dollars; undefined before the first answer. */
export const useCosts = create<{ readonly record: CostRecord | undefined }>(() => ({ record: undefined }))

/** From which share of a limit on its coming is told (decision A067). */
const NEAR = 0.8

export type CostStatus = 'fine' | 'near' | 'exceeded'

/** Where the costs stand with the user's limits, of which 0 is none, and with the host's. */
export function costStatus(record: CostRecord | undefined, limits: Settings['costLimit']): CostStatus {
  if (record === undefined) return 'fine'
  if (record.isThresholdReached) return 'exceeded'
  const shares = [
    [record.sessionCost, limits.session],
    [record.dailyCost, limits.daily],
    [record.monthlyCost, limits.monthly],
  ].map(([cost = 0, limit = 0]) => (limit > 0 ? cost / limit : 0))
  const most = Math.max(...shares)
  if (most >= 1) return 'exceeded'
  return most >= NEAR ? 'near' : 'fine'
}

/** Whether the user's own limits let nothing more be spent now: the host's the server knows best. */
export function isCostLimitReached(): boolean {
  const { record } = useCosts.getState()
  const own = record && { ...record, isThresholdReached: false }
  return costStatus(own, useSettings.getState().costLimit) === 'exceeded'
}
