/** Which server runs a job in the current period; used on Postgres only. */
export interface JobLeasesTable {
  readonly job: string
  /** name of the server */
  readonly holder: string
  /** milliseconds since 1970, by Postgres's clock */
  readonly expires_at: number
}
