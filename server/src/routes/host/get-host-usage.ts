import { getHostUsage } from '@vee/contract/http/host'
import type { Host } from '#domain/host/index.ts'
import { bytes, json, route } from '../route.ts'

export const getHostUsageRoute = (host: Host) =>
  route(getHostUsage, async ({ query, caller }) => {
    const { format, ...question } = query
    if (format === 'json') return json(await host.usage(question, caller))
    return bytes(await host.usageCsv(question, caller), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="server-usage-by-${question.groupBy}.csv"`,
    })
  })
