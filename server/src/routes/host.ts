import {
  deleteHostOrganization,
  deleteHostUser,
  getHost,
  getHostUsage,
  listHostAudit,
  listHostOrganizations,
  listHostUsers,
  prepareSpeech,
  rotatePassphrase,
  signOutHostUser,
  stopPreparingSpeech,
  updateHostLimits,
  updateHostOrganization,
  updateHostPlans,
  updateHostUser,
  updateNotice,
} from '@vee/contract/http/host'
import type { Host } from '#domain/host/index.ts'
import { bytes, empty, json, route, type Route } from '#serving/route.ts'

export const hostRoutes = (host: Host): readonly Route[] => [
  route(getHost, async ({ caller, locale }) => json(await host.overview(caller, locale))),
  route(listHostUsers, async ({ query, caller }) => json(await host.users(query, caller))),
  route(updateHostUser, async ({ params, body: { planOverride, isDisabled }, caller }) =>
    json(await host.updateUser(params.id, { planOverride, isDisabled }, caller)),
  ),
  route(signOutHostUser, async ({ params, caller }) => {
    await host.signOutUser(params.id, caller)
    return empty()
  }),
  route(deleteHostUser, async ({ params, caller }) => {
    await host.deleteUser(params.id, caller)
    return empty()
  }),
  route(listHostOrganizations, async ({ query, caller }) => json(await host.organizations(query, caller))),
  route(updateHostOrganization, async ({ params, body, caller }) =>
    json(await host.resizeOrganization(params.id, body.seatLimit, caller)),
  ),
  route(deleteHostOrganization, async ({ params, caller }) => {
    await host.closeOrganization(params.id, caller)
    return empty()
  }),
  route(updateHostLimits, async ({ body, caller }) => json(await host.setLimits(body, caller))),
  route(updateHostPlans, async ({ body, caller }) => json(await host.setPlans(body, caller))),
  route(rotatePassphrase, async ({ caller }) => json(await host.rotatePassphrase(caller), 201)),
  route(prepareSpeech, async ({ body, caller }) => json(await host.prepareSpeech(body, caller))),
  route(stopPreparingSpeech, async ({ body, caller }) => json(await host.stopPreparingSpeech(body, caller))),
  route(updateNotice, async ({ body, caller }) => json({ notice: await host.setNotice(body.text, caller) })),
  route(getHostUsage, async ({ query, caller }) => {
    const { format, ...question } = query
    if (format === 'json') return json(await host.usage(question, caller))
    return bytes(await host.usageCsv(question, caller), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="server-usage-by-${question.groupBy}.csv"`,
    })
  }),
  route(listHostAudit, async ({ query, caller }) => {
    const { format, ...question } = query
    if (format === 'json') return json(await host.audit(question, caller))
    return bytes(await host.auditCsv(question, caller), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="server-audit.csv"',
    })
  }),
]
