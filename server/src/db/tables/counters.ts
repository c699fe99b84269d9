/** How often something was used in a window of time. */
export interface CountersTable {
  /** what is counted, and whose it is */
  readonly key: string
  readonly used: number
  /** milliseconds since 1970; from then on the count is 0 */
  readonly resets_at: number
}
