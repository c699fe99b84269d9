import { getTeamUsage } from '@vee/contract/http/organizations'
import type { Organizations } from '#domain/organizations/index.ts'
import { bytes, json, route } from '../route.ts'

export const getTeamUsageRoute = (organizations: Organizations) =>
  route(getTeamUsage, async (context) => {
    const { id } = context.params
    const { format, ...question } = context.query
    if (format === 'json') return json(await organizations.usage(id, question, context))
    return bytes(await organizations.usageCsv(id, question, context), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="usage-by-${question.groupBy}.csv"`,
    })
  })
