import { listOrganizations } from '@vee/contract/http/organizations'
import type { Organizations } from '#domain/organizations/index.ts'
import { json, route } from '../route.ts'

export const listOrganizationsRoute = (organizations: Organizations) =>
  route(listOrganizations, async (context) => {
    const { query, token, signal } = context
    const { seen } = query
    return json(
      await organizations.list(
        context,
        seen === undefined ? undefined : { seen, token, disconnectSignal: signal },
      ),
    )
  })
