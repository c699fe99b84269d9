import {
  deleteHostOrganization,
  listHostOrganizations,
  updateHostOrganization,
} from '@vee/contract/http/host'
import type { Host } from '#domain/host/index.ts'
import { empty, json, route } from '../route.ts'

export const listHostOrganizationsRoute = (host: Host) =>
  route(listHostOrganizations, async ({ query, caller }) => json(await host.organizations(query, caller)))

export const updateHostOrganizationRoute = (host: Host) =>
  route(updateHostOrganization, async ({ params, body, caller }) =>
    json(await host.resizeOrganization(params.id, body.seatLimit, caller)),
  )

export const deleteHostOrganizationRoute = (host: Host) =>
  route(deleteHostOrganization, async ({ params, caller }) => {
    await host.closeOrganization(params.id, caller)
    return empty()
  })
