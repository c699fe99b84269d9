import { listOrganizations } from '@vee/contract/http/organizations'
import type { Organizations } from '#domain/organizations/index.ts'
import { json, route } from '../route.ts'

export const listOrganizationsRoute = (organizations: Organizations) =>
  route(listOrganizations, async (context) => json(await organizations.list(context)))
