/** A processed event of the payment provider, so that it is never processed again. */
export interface PaymentEventsTable {
  /** the provider's id */
  readonly id: string
  /** milliseconds since 1970 */
  readonly received_at: number
}
