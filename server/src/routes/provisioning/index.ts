import type { Domains, ScimAccesses } from '#domain/provisioning/index.ts'
import type { Route } from '../route.ts'
import { claimDomainRoute, listDomainsRoute, removeDomainRoute, verifyDomainRoute } from './domains.ts'
import { getScimAccessRoute, makeScimTokenRoute, revokeScimTokenRoute } from './scim-access.ts'

export const provisioningRoutes = (domains: Domains, accesses: ScimAccesses): readonly Route[] => [
  listDomainsRoute(domains),
  claimDomainRoute(domains),
  verifyDomainRoute(domains),
  removeDomainRoute(domains),
  getScimAccessRoute(accesses),
  makeScimTokenRoute(accesses),
  revokeScimTokenRoute(accesses),
]
