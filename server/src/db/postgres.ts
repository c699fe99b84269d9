import { PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { StartFailure } from '../start/start-failure.ts'

const OLDEST_VERSION = 15
const CONNECT_TIMEOUT_MS = 5_000
const CONNECTIONS_MAX = 10

/** A pool of connections to Postgres as a dialect of Kysely. Fails when the first connection cannot be made. */
export async function postgresDialect(url: string): Promise<PostgresDialect> {
  // Imported here because a server on the embedded database never needs it.
  const { default: pg } = await import('pg')
  const { builtins, getTypeParser } = pg.types
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'vee',
    types: {
      // `pg` hands these over as text. Ours hold milliseconds, micro-dollars and their sums, far below 2^53.
      getTypeParser: (type, format) =>
        type === builtins.INT8 || type === builtins.NUMERIC ? Number : getTypeParser(type, format),
    },
  })
  // A connection that breaks while nobody uses it leaves the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  // Nor may one that breaks between two statements of a transaction: the next statement says so.
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await assertSupportedVersion(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  return new PostgresDialect({ pool })
}

async function assertSupportedVersion(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ server_version_num: string }>('show server_version_num')
  const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (version >= OLDEST_VERSION) return
  throw new StartFailure(
    `DATABASE_URL names a Postgres ${version}; Vee needs version ${OLDEST_VERSION} or newer.`,
  )
}
