export { type Billing, createBilling } from './billing.ts'
export type {
  CheckoutSessionOptions,
  CheckoutSnapshot,
  PaymentEvent,
  PaymentProvider,
  SubscriptionSnapshot,
} from './ports.ts'
