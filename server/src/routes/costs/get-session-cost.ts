import { getSessionCost } from '@vee/contract/http/costs'
import type { Costs } from '#domain/ledger/index.ts'
import { json, route } from '../route.ts'

export const getSessionCostRoute = (costs: Costs) =>
  route(getSessionCost, async ({ caller }) => json(await costs.session(caller)))
