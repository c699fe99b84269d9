import { sql } from 'kysely'
import type { Database } from '../schema.ts'

/** Postgres's clock in milliseconds since 1970, so that the clocks of servers may differ. */
const NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

interface JobLease {
  readonly job: string
  /** name of the server that asks */
  readonly holder: string
}

/** Takes a lease for so many ms, unless one is in force. Returns whether it was taken. Postgres only. */
export async function acquireJobLease(
  database: Database,
  { job, holder, forMs }: JobLease & { readonly forMs: number },
): Promise<boolean> {
  const taken = await database
    .insertInto('job_leases')
    .values({ job, holder, expires_at: sql`${NOW} + ${forMs}::bigint` })
    .onConflict((conflict) =>
      conflict
        .column('job')
        .doUpdateSet({ holder, expires_at: sql`${NOW} + ${forMs}::bigint` })
        .where('job_leases.expires_at', '<=', NOW),
    )
    .returning('job')
    .execute()
  return taken.length > 0
}

/** Ends the server's lease. */
export async function releaseJobLease(database: Database, { job, holder }: JobLease): Promise<void> {
  await database.deleteFrom('job_leases').where('job', '=', job).where('holder', '=', holder).execute()
}
