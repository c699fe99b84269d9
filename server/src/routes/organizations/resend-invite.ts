import { resendInvite } from '@vee/contract/http/organizations'
import type { Organizations } from '#domain/organizations/index.ts'
import { json, route } from '../route.ts'

export const resendInviteRoute = (organizations: Organizations) =>
  route(resendInvite, async (context) =>
    json(await organizations.resend(context.params.id, context.params.inviteId, context)),
  )
