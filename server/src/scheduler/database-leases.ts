import { acquireJobLease, releaseJobLease } from '#db/queries/job-leases.ts'
import type { Database } from '#db/schema.ts'
import { isPostgres } from '#db/write-transaction.ts'
import type { JobLeases } from './job.ts'

/** Leases for the only server of a database. */
const SOLE_SERVER: JobLeases = {
  acquire: () => Promise.resolve(true),
  release: () => Promise.resolve(),
}

/**
 * Returns leases in Postgres, by its clock. SQLite has none: it belongs to one machine, and a job that two servers on it
 * run repeats cheap work only.
 * @param holder name of this server
 */
export function databaseLeases(database: Database, holder: string): JobLeases {
  if (!isPostgres(database)) return SOLE_SERVER
  return {
    acquire: (job, forMs) => acquireJobLease(database, { job, holder, forMs }),
    release: (job) => releaseJobLease(database, { job, holder }),
  }
}
