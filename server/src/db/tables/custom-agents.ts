import type { Generated } from 'kysely'

/** A custom agent. Exactly one of `user_id` and `organization_id` is set: its owner. */
export interface CustomAgentsTable {
  readonly id: string
  readonly user_id: string | null
  readonly organization_id: string | null
  readonly name: string
  /** the fields of the contract's CustomAgentFields except the name, as JSON */
  readonly details: string
  /** milliseconds since 1970 */
  readonly created_at: number
  /** milliseconds since 1970 */
  readonly updated_at: number
  /** milliseconds since 1970; it is hidden from then on, and can be restored for a while */
  readonly deleted_at: number | null
  /** its id where the archive comes from that it was restored of; null: none */
  readonly source_id: Generated<string | null>
}
