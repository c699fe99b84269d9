import type {
  CostRecord,
  getSessionCost,
  getUsage,
  UsageGrouping,
  UsageReport,
} from '@vee/contract/http/costs'
import { useCallback, useEffect, useState } from 'react'
import { localDay } from '#lib/local-day.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import { useCosts } from '#lib/costs/cost-limits.ts'
import { useOnTeamChange } from '#lib/team-changes.ts'

interface KnownUsage {
  readonly groupBy: UsageGrouping
  readonly report: UsageReport
  readonly costs: CostRecord
  /** the day of the request in the browser's time zone, as 2026-11-21 */
  readonly until: string
}

interface UsageFailure {
  /** the server's message, if any */
  readonly message: string | undefined
}

type UsageState = 'loading' | UsageFailure | KnownUsage

async function load(api: Api, groupBy: UsageGrouping): Promise<UsageState> {
  try {
    const [report, costs] = await Promise.all([
      api.json<typeof getUsage>('GET', '/usage', { query: { groupBy } }),
      api.json<typeof getSessionCost>('GET', '/cost/session'),
    ])
    useCosts.setState({ record: costs })
    return { groupBy, report, costs, until: localDay(Date.now()) }
  } catch (error) {
    return { message: error instanceof ApiError ? error.serverMessage : undefined }
  }
}

/** Returns the usage by one dimension. The previous data remains until the next is loaded. */
export function useUsage(
  api: Api,
  groupBy: UsageGrouping,
): { readonly usage: UsageState; readonly reload: () => void } {
  const [usage, setUsage] = useState<UsageState>('loading')
  const reload = useCallback(() => void load(api, groupBy).then(setUsage), [api, groupBy])
  useEffect(() => {
    let isWanted = true
    void load(api, groupBy).then((loaded) => {
      if (isWanted) setUsage(loaded)
    })
    return () => {
      isWanted = false
    }
  }, [api, groupBy])
  useOnTeamChange(reload)
  return { usage, reload }
}
