import { getSttStats } from '@vee/contract/http/speech'
import type { Costs } from '#domain/ledger/index.ts'
import { json, route } from '../route.ts'

export const getSttStatsRoute = (costs: Pick<Costs, 'credits'>) =>
  route(getSttStats, async ({ caller }) => json({ credits: await costs.credits(caller) }))
