import { createInvite } from '@vee/contract/http/organizations'
import type { Organizations } from '#domain/organizations/index.ts'
import { json, route } from '../route.ts'

export const createInviteRoute = (organizations: Organizations) =>
  route(createInvite, async (context) => {
    const { email, role } = context.body
    return json(await organizations.invite(context.params.id, { email, role }, context), 201)
  })
