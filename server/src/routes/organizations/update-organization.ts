import { updateOrganization } from '@vee/contract/http/organizations'
import type { Organizations } from '#domain/organizations/index.ts'
import { json, route } from '../route.ts'

export const updateOrganizationRoute = (organizations: Organizations) =>
  route(updateOrganization, async (context) => {
    const { name, seatLimit, afterPool } = context.body
    return json(await organizations.update(context.params.id, { name, seatLimit, afterPool }, context))
  })
