import { activateOrganization } from '@vee/contract/http/organizations'
import type { Organizations } from '#domain/organizations/index.ts'
import { empty, route } from '../route.ts'

export const activateOrganizationRoute = (organizations: Organizations) =>
  route(activateOrganization, async (context) => {
    await organizations.activate(context.body.organizationId, context)
    return empty()
  })
