import { removeMember } from '@vee/contract/http/organizations'
import type { Organizations } from '#domain/organizations/index.ts'
import { empty, route } from '../route.ts'

export const removeMemberRoute = (organizations: Organizations) =>
  route(removeMember, async (context) => {
    await organizations.removeMember(context.params.id, context.params.memberId, context)
    return empty()
  })
