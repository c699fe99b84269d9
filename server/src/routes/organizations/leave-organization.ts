import { leaveOrganization } from '@vee/contract/http/organizations'
import type { Organizations } from '#domain/organizations/index.ts'
import { empty, route } from '../route.ts'

export const leaveOrganizationRoute = (organizations: Organizations) =>
  route(leaveOrganization, async (context) => {
    await organizations.removeMember(context.params.id, context.caller.id, context)
    return empty()
  })
