import { listHostAudit } from '@vee/contract/http/host'
import type { Host } from '#domain/host/index.ts'
import { bytes, json, route } from '../route.ts'

export const listHostAuditRoute = (host: Host) =>
  route(listHostAudit, async ({ query, caller }) => {
    const { format, ...question } = query
    if (format === 'json') return json(await host.audit(question, caller))
    return bytes(await host.auditCsv(question, caller), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="server-audit.csv"',
    })
  })
