import { PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { StartFailure } from '#lib/start-failure.ts'

const OLDEST_VERSION = 15
const CONNECT_TIMEOUT_MS = 5_000
const MAX_CONNECTIONS = 10

/** Returns a Kysely dialect for a pool of Postgres connections. Rejects if the first connection fails. */
export async function postgresDialect(url: string): Promise<PostgresDialect> {
  // Imported here, because a server with the embedded database never needs it.
  const { default: pg } = await import('pg')
  const { builtins, getTypeParser } = pg.types
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'vee',
    types: {
      // `pg` returns these types as text. The values are milliseconds, micro-dollars and their sums, far
      // below 2^53.
      getTypeParser: (type, format) =>
        type === builtins.INT8 || type === builtins.NUMERIC ? Number : getTypeParser(type, format),
    },
  })
  // A connection that breaks while idle is removed from the pool; without a listener the error would end the
  // process.
  pool.on('error', () => undefined)
  // The same for a connection that breaks between two statements of a transaction: the next statement reports
  // it.
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
