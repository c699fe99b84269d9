import { getSessionCost, getUsage, postCost } from '@vee/contract/http/costs'
import { getSttStats } from '@vee/contract/http/speech'
import { type Costs, usageCsv } from '#domain/money/ledger/index.ts'
import { bytes, json, route, type Route } from '#serving/route.ts'

export const costRoutes = (costs: Costs): readonly Route[] => [
  route(getSessionCost, async ({ caller }) => json(await costs.session(caller))),
  route(postCost, async ({ caller }) => json(await costs.reset(caller))),
  route(getSttStats, async ({ caller }) => json({ credits: await costs.credits(caller) })),
  route(getUsage, async ({ caller, query }) => {
    const report = await costs.usage(caller, query)
    if (query.format === 'json') return json(report)
    return bytes(usageCsv(query.groupBy, report.series), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="vee-usage-by-${query.groupBy}.csv"`,
    })
  }),
]
