import { updateMember } from '@vee/contract/http/organizations'
import type { Organizations } from '#domain/organizations/index.ts'
import { json, route } from '../route.ts'

export const updateMemberRoute = (organizations: Organizations) =>
  route(updateMember, async (context) => {
    const { role, dailyTokenLimit } = context.body
    const { id, memberId } = context.params
    return json(await organizations.updateMember(id, memberId, { role, dailyTokenLimit }, context))
  })
