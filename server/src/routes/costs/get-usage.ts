import { getUsage } from '@vee/contract/http/costs'
import { type Costs, usageCsv } from '#domain/ledger/index.ts'
import { bytes, json, route } from '../route.ts'

export const getUsageRoute = (costs: Costs) =>
  route(getUsage, async ({ caller, query }) => {
    const report = await costs.usage(caller, query)
    if (query.format === 'json') return json(report)
    return bytes(whole(usageCsv(query.groupBy, report.series)), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="vee-usage-by-${query.groupBy}.csv"`,
    })
  })

async function* whole(text: string) {
  yield Buffer.from(text)
}
