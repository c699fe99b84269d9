import { getMemberships, getStanding } from '@vee/contract/http/organizations'
import type { Organizations } from '#domain/organizations/index.ts'
import { json, type Route, route } from '../route.ts'

/** Returns the routes of the caller's memberships: the current path, and the deprecated one. */
export const membershipsRoutes = (organizations: Organizations): readonly Route[] =>
  [getMemberships, getStanding].map((endpoint) =>
    route(endpoint, async (context) => {
      const { query, token, signal } = context
      const { seen } = query
      return json(
        await organizations.memberships(
          context,
          seen === undefined ? undefined : { seen, token, disconnectSignal: signal },
        ),
      )
    }),
  )
