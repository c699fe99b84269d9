/** The start of each owner's cost session. */
export interface CostSessionsTable {
  /** as in the ledger */
  readonly owner: string
  /** milliseconds since 1970 */
  readonly started_at: number
  /** milliseconds since 1970 */
  readonly last_used_at: number
}
