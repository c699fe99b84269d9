import type { HostAction } from '@vee/contract/entities/host'

/** What whoever runs this server has set while it runs; the environment says all else. */
export interface HostSettingsTable {
  readonly name: 'first-account' | 'limits' | 'model-endpoints' | 'notice' | 'passphrase' | 'plans'
  /** JSON */
  readonly value: string
  /** milliseconds since 1970 */
  readonly updated_at: number
}

/** What was done to the server, and by whom. Rows are added and read, never changed; the database sees to it. */
export interface HostAuditTable {
  /** sorts in the order of the acts */
  readonly id: string
  /** milliseconds since 1970 */
  readonly at: number
  readonly actor_id: string
  readonly actor_email: string
  readonly action: HostAction
  readonly target: string
  /** JSON of a text, a number or null */
  readonly before: string
  /** JSON of a text, a number or null */
  readonly after: string
}
