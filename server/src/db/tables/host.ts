import type { HostAction } from '@vee/contract/entities/host'

/** Settings that the host changed at run time; all others are in the environment. */
export interface HostSettingsTable {
  readonly name:
    | 'embedding'
    | 'first-account'
    | 'limits'
    | 'locale'
    | 'model-edits'
    | 'model-endpoints'
    | 'notice'
    | 'passphrase'
    | 'plans'
    | 'search-engines'
  /** JSON */
  readonly value: string
  /** milliseconds since 1970 */
  readonly updated_at: number
}

/** The audit log of the server. Append-only, enforced by the database. */
export interface HostAuditTable {
  /** sorts in the order of creation */
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
