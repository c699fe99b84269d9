import { getStanding } from '@vee/contract/http/organizations'
import type { Organizations } from '#domain/organizations/index.ts'
import { json, route } from '../route.ts'

export const getStandingRoute = (organizations: Organizations) =>
  route(getStanding, async (context) => {
    const { query, token, signal } = context
    const { seen } = query
    return json(
      await organizations.standing(
        context,
        seen === undefined ? undefined : { seen, token, disconnectSignal: signal },
      ),
    )
  })
