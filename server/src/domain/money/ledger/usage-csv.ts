import type { UsageItem } from '@vee/contract/http/costs'
import { csvLine } from '@vee/contract/csv'

/** Returns a report as CSV, with the names of the columns in the first line. */
export function usageCsv(groupBy: string, items: readonly UsageItem[]): string {
  const head = csvLine([groupBy, 'tokens', 'cost_usd', 'requests', 'own_key_requests', 'is_estimated'])
  const lines = items.map((item) =>
    csvLine([
      item.key,
      item.tokens,
      item.costUsd,
      item.requests,
      item.ownKeyRequests,
      item.isEstimated ? 'yes' : 'no',
    ]),
  )
  return [head, ...lines].join('')
}
