/** An agent that a member made. Exactly one of `user_id` and `organization_id` says whose it is. */
export interface OwnAgentsTable {
  readonly id: string
  readonly user_id: string | null
  readonly organization_id: string | null
  readonly name: string
  /** the fields of the contract's OwnAgentFields but the name, as JSON */
  readonly details: string
  /** milliseconds since 1970 */
  readonly created_at: number
  /** milliseconds since 1970 */
  readonly updated_at: number
  /** milliseconds since 1970; nobody sees it from then on, and for a while it can be restored */
  readonly deleted_at: number | null
}
