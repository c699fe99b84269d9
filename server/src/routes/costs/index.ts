import type { Costs } from '#domain/ledger/index.ts'
import type { Route } from '../route.ts'
import { getSessionCostRoute } from './get-session-cost.ts'
import { getSttStatsRoute } from './get-stt-stats.ts'
import { getUsageRoute } from './get-usage.ts'
import { postCostRoute } from './post-cost.ts'

export const costRoutes = (costs: Costs): readonly Route[] => [
  getSessionCostRoute(costs),
  postCostRoute(costs),
  getSttStatsRoute(costs),
  getUsageRoute(costs),
]
