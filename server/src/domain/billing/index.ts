export { type Billing, createBilling } from './billing.ts'
export type {
  CheckoutOrder,
  CheckoutSnapshot,
  PaymentEvent,
  PaymentProvider,
  SubscriptionSnapshot,
} from './ports.ts'
