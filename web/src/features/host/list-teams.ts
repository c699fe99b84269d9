import type { listHostOrganizations } from '@vee/contract/http/host'
import type { Api } from '#lib/http/index.ts'
import type { ListTeams } from '#models/index.ts'

/** Teams to choose from: the newest ones. */
const MAX_TEAMS = 200

/** Returns a function that lists the teams of the server. */
export const createListTeams =
  (api: Pick<Api, 'json'>): ListTeams =>
  async (signal) => {
    const query = { limit: MAX_TEAMS }
    const { items } = await api.json<typeof listHostOrganizations>('GET', '/host/organizations', {
      query,
      signal,
    })
    return items
  }
