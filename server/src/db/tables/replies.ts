/** A finished reply that waits for the next start of the server, so that its reader can come back to it. */
export interface RepliesTable {
  readonly owner: string
  readonly reply_id: string
  /** milliseconds since 1970 */
  readonly ended_at: number
  /** JSON of the contract's reply events, in order */
  readonly events: string
}
