import { deleteOrganization } from '@vee/contract/http/organizations'
import type { Organizations } from '#domain/organizations/index.ts'
import { empty, route } from '../route.ts'

export const deleteOrganizationRoute = (organizations: Organizations) =>
  route(deleteOrganization, async (context) => {
    await organizations.remove(context.params.id, context)
    return empty()
  })
