import { agentShares, meetingShares, projectShares } from '@vee/contract/http/teams/shares'
import type { Shares } from '#domain/shares/index.ts'
import { empty, json, route, type Route } from '#serving/route.ts'

export const shareRoutes = (shares: Shares): readonly Route[] => [
  ...routesOf(shares, 'meeting', meetingShares),
  ...routesOf(shares, 'agent', agentShares),
  ...routesOf(shares, 'project', projectShares),
]

const routesOf = (
  shares: Shares,
  kind: 'meeting' | 'agent' | 'project',
  calls: typeof meetingShares,
): readonly Route[] => [
  route(calls.list, async ({ params: { id }, caller }) =>
    json({ shares: await shares.list({ kind, id }, caller) }),
  ),
  route(calls.keep, async ({ params: { id, organizationId }, body, caller }) =>
    json(await shares.share({ kind, id }, organizationId, body.right, caller)),
  ),
  route(calls.stop, async ({ params: { id, organizationId }, caller }) => {
    await shares.stop({ kind, id }, organizationId, caller)
    return empty()
  }),
]
