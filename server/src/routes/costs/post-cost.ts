import { postCost } from '@vee/contract/http/costs'
import type { Costs } from '#domain/ledger/index.ts'
import { json, route } from '../route.ts'

export const postCostRoute = (costs: Costs) =>
  route(postCost, async ({ caller }) => json(await costs.reset(caller)))
