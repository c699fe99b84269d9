import {
  claimDomain,
  getScimAccess,
  listDomains,
  makeScimToken,
  removeDomain,
  revokeScimToken,
  verifyDomain,
} from '@vee/contract/http/accounts/provisioning'
import type { Domains, ScimAccesses } from '#domain/provisioning/index.ts'
import { empty, json, route, type Route } from '#serving/route.ts'

export const provisioningRoutes = (domains: Domains, accesses: ScimAccesses): readonly Route[] => [
  route(listDomains, async (context) => json({ domains: await domains.list(context.params.id, context) })),
  route(claimDomain, async (context) =>
    json(await domains.claim(context.params.id, context.body.domain, context), 201),
  ),
  route(verifyDomain, async (context) =>
    json(await domains.verify(context.params.id, context.params.domainId, context)),
  ),
  route(removeDomain, async (context) => {
    await domains.remove(context.params.id, context.params.domainId, context)
    return empty()
  }),
  route(getScimAccess, async (context) => json(await accesses.read(context.params.id, context))),
  route(makeScimToken, async (context) => json(await accesses.make(context.params.id, context), 201)),
  route(revokeScimToken, async (context) => {
    await accesses.revoke(context.params.id, context)
    return empty()
  }),
]
