import { HOUR_MS } from '@vee/contract/time/durations'
import type { EndpointTest } from '@vee/contract/entities/model-endpoint'
import { OWN_KEY_VENDOR_NAMES, type OwnKeyVendor } from '@vee/contract/entities/own-key-vendors'
import type { Database } from '#db/schema.ts'
import type { EndpointConnection } from '#providers/endpoint-connection.ts'
import { type Caller, invalid } from '../accounts/index.ts'
import { databaseCounters } from '../money/rate-limits/counters.ts'
import { Limiter } from '../money/rate-limits/limiter.ts'
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
      await new Limiter(databaseCounters(database), now).use({
        key: `own key tests of ${caller.id}`,
        limit: TESTS_PER_HOUR,
        window: HOUR_MS,
        message: 'Too many tests this hour; try again later.',
      })
      return testEndpoint(connection(vendor, key), signal)
    },
  }
}
