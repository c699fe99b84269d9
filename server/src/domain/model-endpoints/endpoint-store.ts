import { modelEndpoint } from '@vee/contract/entities/model-endpoint'
import { z } from 'zod'
import { storeHostSetting, readHostSetting } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import type { EndpointConnection } from '#providers/endpoint-connection.ts'

/** Encrypts secrets for storage; `open` returns undefined for a text that was sealed with another secret. */
export interface Seal {
  seal(text: string): string
  open(sealed: string): string | undefined
}

/** Key and headers of an endpoint: stored together, sealed. */
const secrets = z.object({ apiKey: z.string(), headers: z.record(z.string(), z.string()) })
export type EndpointSecrets = z.infer<typeof secrets>

/** An endpoint as it is stored, in the order of preference. */
const storedEndpoint = modelEndpoint
  .omit({ hasKey: true, headerNames: true, isReadable: true, trouble: true })
  .extend({ sealed: z.string() })
export type StoredEndpoint = z.infer<typeof storedEndpoint>
const storedEndpoints = z.array(storedEndpoint)

/** Seals key and headers of endpoints for storage, and opens them. */
export interface EndpointSealing {
  sealSecrets(value: EndpointSecrets): string
  /** Returns undefined if they were sealed with another secret. */
  openSecrets(endpoint: Pick<StoredEndpoint, 'sealed'>): EndpointSecrets | undefined
}

export const createEndpointSealing = (seal: Seal): EndpointSealing => ({
  sealSecrets: (value) => seal.seal(JSON.stringify(value)),
  openSecrets({ sealed }) {
    const text = seal.open(sealed)
    return text === undefined ? undefined : secrets.parse(JSON.parse(text))
  },
})

/** Endpoints of this server's database. Every server of the database sees a change after a refresh. */
export interface EndpointStore extends EndpointSealing {
  /** Returns the enabled endpoints whose secrets this server can read, as of the last refresh. */
  connections(): readonly EndpointConnection[]
  refresh(): Promise<void>
  read(database: Database): Promise<readonly StoredEndpoint[]>
  write(transaction: Database, endpoints: readonly StoredEndpoint[], now: number): Promise<void>
}

const SETTING = 'model-endpoints'

/** The purpose of the key that seals their secrets. */
export const ENDPOINT_SEAL = 'vee model endpoint'

/** Parses a stored list; undefined: none was stored yet. */
export const parseEndpoints = (value: string | undefined) => storedEndpoints.parse(JSON.parse(value ?? '[]'))

export function createEndpointStore(database: Database, seal: Seal): EndpointStore {
  let stored: string | undefined
  let connections: readonly EndpointConnection[] = []
  const sealing = createEndpointSealing(seal)
  return {
    ...sealing,
    connections: () => connections,
    async refresh() {
      const value = (await readHostSetting(database, SETTING))?.value
      if (value === stored) return
      connections = openConnections(parseEndpoints(value), connections, sealing)
      stored = value
    },
    read: async (from) => parseEndpoints((await readHostSetting(from, SETTING))?.value),
    write: (transaction, endpoints, now) =>
      storeHostSetting(transaction, SETTING, JSON.stringify(endpoints), now),
  }
}

/**
 * Returns connections to the enabled endpoints whose secrets this server can read. Unchanged ones keep their objects,
 * so that providers and their lists of models are not created again. `extras` are fields of every connection.
 */
export function openConnections(
  endpoints: readonly StoredEndpoint[],
  previous: readonly EndpointConnection[],
  sealing: EndpointSealing,
  extras: Pick<EndpointConnection, 'organizationId' | 'dispatcher'> = {},
): readonly EndpointConnection[] {
  const previousByKey = new Map(previous.map((connection) => [keyOf(connection), connection]))
  return endpoints
    .filter(({ isEnabled }) => isEnabled)
    .flatMap((endpoint) => {
      const opened = sealing.openSecrets(endpoint)
      if (!opened) return []
      const connection = { ...connectionOf(endpoint, opened), ...extras }
      return previousByKey.get(keyOf(connection)) ?? connection
    })
}

/** The dispatcher is the same for all connections of a store. */
const keyOf = (connection: EndpointConnection) => JSON.stringify({ ...connection, dispatcher: undefined })

export function connectionOf(
  endpoint: Omit<StoredEndpoint, 'sealed' | 'version' | 'isEnabled'>,
  { apiKey, headers }: EndpointSecrets,
): EndpointConnection {
  const { id, name, protocol, baseUrl, models, prices, transcriptionModel, speechModel, access } = endpoint
  const { vendorSearch = false } = endpoint
  return {
    id,
    name,
    protocol,
    baseUrl,
    apiKey: apiKey === '' ? undefined : apiKey,
    headers,
    models,
    prices,
    transcriptionModel,
    speechModel,
    access,
    vendorSearch,
  }
}
