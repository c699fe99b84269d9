/** A finished reply that is stored across a restart, so that its reader can resume it. */
export interface RepliesTable {
  readonly owner: string
  readonly reply_id: string
  /** milliseconds since 1970 */
  readonly ended_at: number
  /** JSON of the contract's reply events, in order */
  readonly events: string
}
