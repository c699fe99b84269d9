import {
  listSeatsWithEndpoints,
  readOrganizationEndpoints,
  type SeatWithEndpoints,
} from '#db/queries/organizations/organization-endpoints.ts'
import type { Database } from '#db/schema.ts'
import type { EndpointConnection } from '#providers/endpoint-connection.ts'
import type { LlmProvider } from '#providers/llm/llm.ts'
import type { Caller } from '../accounts/index.ts'
import { activeOrganizationId } from '../organizations/index.ts'
import { type EndpointSealing, openConnections, parseEndpoints } from './endpoint-store.ts'

/** A provider that an organization brings for its members. */
interface OrganizationProvider {
  readonly provider: LlmProvider
  readonly organization: { readonly id: string; readonly name: string }
  /** whether it is used without being chosen by its id: the caller spends from this organization */
  readonly isActive: boolean
}

/** Language models that organizations bring for their members. */
export interface OrganizationModels {
  /** Returns the providers that the caller may use now, those of the active organization first. */
  providersOf(caller: Caller): Promise<readonly OrganizationProvider[]>
}

interface OrganizationModelsDependencies {
  readonly database: Database
  readonly sealing: EndpointSealing
  readonly providerOf: (connection: EndpointConnection) => LlmProvider
  /** connections of organizations' endpoints, which lead to allowed networks only */
  readonly dispatcher: NonNullable<EndpointConnection['dispatcher']>
}

/** Organizations whose connections stay in memory. */
const MAX_CACHED = 500

interface CachedList {
  readonly revision: number
  readonly connections: readonly EndpointConnection[]
}

/**
 * Creates the models of organizations. Seats and the revision of the list are read for each request, so that a change
 * of either holds at once on all servers; the list itself is read only when its revision is another one.
 */
export function createOrganizationModels({
  database,
  sealing,
  providerOf,
  dispatcher,
}: OrganizationModelsDependencies): OrganizationModels {
  const cache = new Map<string, CachedList>()

  async function connectionsOf({ id, revision }: SeatWithEndpoints): Promise<readonly EndpointConnection[]> {
    const cached = cache.get(id)
    if (cached?.revision === revision) return cached.connections
    const stored = await readOrganizationEndpoints(database, id)
    const connections = openConnections(
      parseEndpoints(stored?.endpoints),
      cached?.connections ?? [],
      sealing,
      { organizationId: id, dispatcher },
    )
    cache.delete(id)
    cache.set(id, { revision: stored?.revision ?? revision, connections })
    const [oldest] = cache.keys()
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
    return connections
  }

  return {
    async providersOf(caller) {
      if (caller.kind !== 'member') return []
      const seats = await listSeatsWithEndpoints(database, caller.id)
      if (seats.length === 0) return []
      const activeId = await activeOrganizationId(database, caller.id)
      const providers: OrganizationProvider[] = []
      for (const seatEndpoints of seats) {
        const organization = { id: seatEndpoints.id, name: seatEndpoints.name }
        for (const connection of await connectionsOf(seatEndpoints)) {
          providers.push({
            provider: providerOf(connection),
            organization,
            isActive: seatEndpoints.id === activeId,
          })
        }
      }
      return providers.toSorted((left, right) => Number(right.isActive) - Number(left.isActive))
    },
  }
}
