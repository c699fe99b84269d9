import { HOUR_MS } from '@vee/contract/time/durations'
import type { EndpointTest } from '@vee/contract/entities/model-endpoint'
import { OWN_KEY_VENDOR_NAMES, type OwnKeyVendor } from '@vee/contract/entities/own-key-vendors'
import { countUse } from '#db/queries/counters.ts'
import type { Database } from '#db/schema.ts'
import type { EndpointConnection } from '#providers/endpoint-connection.ts'
import { type Caller, invalid } from '../accounts/index.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { OwnKeys } from '../money/ledger/index.ts'

const TESTS_PER_HOUR = 60

/** Tests of callers' own keys. A key is passed to its vendor only, and is neither stored nor logged. */
export interface OwnKeyTests {
  /** the vendors that the host allows */
  readonly vendors: readonly OwnKeyVendor[]
  /** Throws VALIDATION for a vendor that the host does not allow or without a key, and RATE_LIMITED. */
  test(vendor: OwnKeyVendor, keys: OwnKeys, caller: Caller, signal: AbortSignal): Promise<EndpointTest>
}

interface OwnKeyTestsDependencies {
  readonly database: Database
  readonly vendors: readonly OwnKeyVendor[]
  readonly connection: (vendor: OwnKeyVendor, apiKey: string) => EndpointConnection
  readonly testEndpoint: (connection: EndpointConnection, signal: AbortSignal) => Promise<EndpointTest>
  /** milliseconds since 1970 */
  readonly now: () => number
}

export function createOwnKeyTests({
  database,
  vendors,
  connection,
  testEndpoint,
  now,
}: OwnKeyTestsDependencies): OwnKeyTests {
  return {
    vendors,
    async test(vendor, keys, caller, signal) {
      const name = OWN_KEY_VENDOR_NAMES[vendor]
      if (!vendors.includes(vendor)) throw invalid('vendor', `This server does not use keys of ${name}.`)
      const key = keys[vendor]
      if (key === undefined)
        throw invalid('key', `Send a key of ${name}: 8 to 400 characters without spaces.`)
      const counted = { key: `own key tests of ${caller.id}`, limit: TESTS_PER_HOUR }
      if (!(await countUse(database, { ...counted, now: now(), resetsAt: now() + HOUR_MS }))) {
        throw new DomainError('RATE_LIMITED', 'Too many tests this hour; try again later.', {
          retryAfterSeconds: HOUR_MS / 1_000,
        })
      }
      return testEndpoint(connection(vendor, key), signal)
    },
  }
}
