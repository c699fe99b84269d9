import { acceptInvite } from '@vee/contract/http/organizations'
import type { Organizations } from '#domain/organizations/index.ts'
import { json, route } from '../route.ts'

export const acceptInviteRoute = (organizations: Organizations) =>
  route(acceptInvite, async (context) =>
    json({ organization: await organizations.accept(context.params.token, context) }),
  )
