/** Usage counters of limited resources per period: daily allowances, the host's money per month. */
export interface UsageCountersTable {
  /** what is counted, and for whom */
  readonly meter: string
  /** a day (2026-11-21) or a month (2026-11) in UTC */
  readonly period: string
  /** tokens or micro-dollars, depending on the meter */
  readonly used: number
}
