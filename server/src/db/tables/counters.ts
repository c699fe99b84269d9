/** The number of uses in a window of time. */
export interface CountersTable {
  /** what is counted, and for whom */
  readonly key: string
  readonly used: number
  /** milliseconds since 1970; from then on the count is 0 */
  readonly resets_at: number
}
