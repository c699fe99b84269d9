/** How much of something limited is spent in a period of time: allowances of a day, the host's money of a month. */
export interface SpentTable {
  /** what is spent, and whose it is */
  readonly meter: string
  /** a day (2026-11-21) or a month (2026-11) in UTC */
  readonly period: string
  /** tokens or micro-dollars, as the meter counts */
  readonly used: number
}
