import { revokeInvite } from '@vee/contract/http/organizations'
import type { Organizations } from '#domain/organizations/index.ts'
import { empty, route } from '../route.ts'

export const revokeInviteRoute = (organizations: Organizations) =>
  route(revokeInvite, async (context) => {
    await organizations.revoke(context.params.id, context.params.inviteId, context)
    return empty()
  })
