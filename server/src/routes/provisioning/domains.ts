import { claimDomain, listDomains, removeDomain, verifyDomain } from '@vee/contract/http/provisioning'
import type { Domains } from '#domain/provisioning/index.ts'
import { empty, json, route } from '../route.ts'

export const listDomainsRoute = (domains: Domains) =>
  route(listDomains, async (context) => json({ domains: await domains.list(context.params.id, context) }))

export const claimDomainRoute = (domains: Domains) =>
  route(claimDomain, async (context) =>
    json(await domains.claim(context.params.id, context.body.domain, context), 201),
  )

export const verifyDomainRoute = (domains: Domains) =>
  route(verifyDomain, async (context) =>
    json(await domains.verify(context.params.id, context.params.domainId, context)),
  )

export const removeDomainRoute = (domains: Domains) =>
  route(removeDomain, async (context) => {
    await domains.remove(context.params.id, context.params.domainId, context)
    return empty()
  })
