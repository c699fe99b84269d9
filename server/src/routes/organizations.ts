import {
  acceptInvite,
  activateOrganization,
  createInvite,
  createOrganization,
  deleteOrganization,
  getMemberships,
  getStanding,
  getTeamUsage,
  leaveOrganization,
  listAudit,
  listOrganizations,
  removeMember,
  resendInvite,
  revokeInvite,
  updateMember,
  updateOrganization,
} from '@vee/contract/http/teams/organizations'
import type { Organizations } from '#domain/organizations/index.ts'
import { bytes, empty, json, route, type Route } from '#serving/route.ts'

export const organizationRoutes = (organizations: Organizations): readonly Route[] => [
  route(listOrganizations, async (context) => {
    const { query, token, signal } = context
    const { seen } = query
    return json(
      await organizations.list(
        context,
        seen === undefined ? undefined : { seen, token, disconnectSignal: signal },
      ),
    )
  }),
  // The current path, and the deprecated one.
  ...[getMemberships, getStanding].map((endpoint) =>
    route(endpoint, async (context) => {
      const { query, token, signal } = context
      const { seen } = query
      return json(
        await organizations.memberships(
          context,
          seen === undefined ? undefined : { seen, token, disconnectSignal: signal },
        ),
      )
    }),
  ),
  route(createOrganization, async (context) =>
    json(await organizations.create(context.body.name, context), 201),
  ),
  route(activateOrganization, async (context) => {
    await organizations.activate(context.body.organizationId, context)
    return empty()
  }),
  route(updateOrganization, async (context) => {
    const { name, seatLimit, afterPool, allowsLinks } = context.body
    const change = { name, seatLimit, afterPool, allowsLinks }
    return json(await organizations.update(context.params.id, change, context))
  }),
  route(deleteOrganization, async (context) => {
    await organizations.remove(context.params.id, context)
    return empty()
  }),
  route(createInvite, async (context) => {
    const { email, role } = context.body
    return json(await organizations.invite(context.params.id, { email, role }, context), 201)
  }),
  route(resendInvite, async (context) =>
    json(await organizations.resend(context.params.id, context.params.inviteId, context)),
  ),
  route(revokeInvite, async (context) => {
    await organizations.revoke(context.params.id, context.params.inviteId, context)
    return empty()
  }),
  route(updateMember, async (context) => {
    const { role, dailyTokenLimit } = context.body
    const { id, memberId } = context.params
    return json(await organizations.updateMember(id, memberId, { role, dailyTokenLimit }, context))
  }),
  route(removeMember, async (context) => {
    await organizations.removeMember(context.params.id, context.params.memberId, context)
    return empty()
  }),
  route(leaveOrganization, async (context) => {
    await organizations.removeMember(context.params.id, context.caller.id, context)
    return empty()
  }),
  route(acceptInvite, async (context) =>
    json({ organization: await organizations.accept(context.params.token, context) }),
  ),
  route(listAudit, async (context) => {
    const { id } = context.params
    const { format, ...question } = context.query
    if (format === 'json') return json(await organizations.audit(id, question, context))
    return bytes(await organizations.auditCsv(id, question, context), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit.csv"',
    })
  }),
  route(getTeamUsage, async (context) => {
    const { id } = context.params
    const { format, ...question } = context.query
    if (format === 'json') return json(await organizations.usage(id, question, context))
    return bytes(await organizations.usageCsv(id, question, context), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="usage-by-${question.groupBy}.csv"`,
    })
  }),
]
