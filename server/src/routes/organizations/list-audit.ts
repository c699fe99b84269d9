import { listAudit } from '@vee/contract/http/organizations'
import type { Organizations } from '#domain/organizations/index.ts'
import { bytes, json, route } from '../route.ts'

export const listAuditRoute = (organizations: Organizations) =>
  route(listAudit, async (context) => {
    const { id } = context.params
    const { format, ...question } = context.query
    if (format === 'json') return json(await organizations.audit(id, question, context))
    return bytes(await organizations.auditCsv(id, question, context), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit.csv"',
    })
  })
