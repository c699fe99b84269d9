import { createOrganization } from '@vee/contract/http/organizations'
import type { Organizations } from '#domain/organizations/index.ts'
import { json, route } from '../route.ts'

export const createOrganizationRoute = (organizations: Organizations) =>
  route(createOrganization, async (context) =>
    json(await organizations.create(context.body.name, context), 201),
  )
