/** An event of the payment provider that has been counted, so that it never counts again. */
export interface PaymentEventsTable {
  /** as the provider names it */
  readonly id: string
  /** milliseconds since 1970 */
  readonly received_at: number
}
