import {
  changeLink,
  conversationLinks,
  getShared,
  listLinks,
  meetingLinks,
  revokeLink,
} from '@vee/contract/http/links'
import { agentShares, meetingShares, projectShares } from '@vee/contract/http/teams/shares'
import type { ShareLinks, Shares } from '#domain/shares/index.ts'
import { created, empty, json, route, type Route } from '#serving/route.ts'

/** Shares with organizations, and links with which anyone can read. */
export const shareRoutes = (shares: Shares, links: ShareLinks): readonly Route[] => [
  ...linkRoutes(links),
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
  route(calls.share, async ({ params: { id, organizationId }, body, caller }) =>
    json(await shares.share({ kind, id }, organizationId, body.right, caller)),
  ),
  route(calls.stop, async ({ params: { id, organizationId }, caller }) => {
    await shares.stop({ kind, id }, organizationId, caller)
    return empty()
  }),
]

const linkRoutes = (links: ShareLinks): readonly Route[] => [
  ...linkRoutesOf(links, 'conversation', conversationLinks),
  ...linkRoutesOf(links, 'meeting', meetingLinks),
  route(listLinks, async ({ caller }) => json({ items: await links.list(caller) })),
  route(changeLink, async ({ params: { id }, body, caller }) => json(await links.change(id, body, caller))),
  route(revokeLink, async ({ params: { id }, caller }) => {
    await links.revoke(id, caller)
    return empty()
  }),
  route(getShared, async ({ params: { token }, query: { cursor }, caller }) =>
    json(await links.read(token, cursor, caller)),
  ),
]

const linkRoutesOf = (
  links: ShareLinks,
  kind: 'conversation' | 'meeting',
  calls: typeof conversationLinks,
): readonly Route[] => [
  route(calls.list, async ({ params: { id }, caller }) => json(await links.listFor({ kind, id }, caller))),
  route(calls.make, async ({ params: { id }, body, caller, origin }) => {
    const link = await links.make({ kind, id }, body, caller, origin)
    return created(link, `/api/links/${link.id}`)
  }),
]
