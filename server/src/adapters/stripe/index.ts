import type { PaymentProvider } from '#domain/money/billing/index.ts'
import { createStripePayments, type StripeSettings } from './stripe-payments.ts'

/** Returns undefined if the host has no key. */
export function stripePayments(
  settings: Omit<StripeSettings, 'secretKey'> & { readonly secretKey: string | undefined },
): PaymentProvider | undefined {
  const { secretKey } = settings
  return secretKey === undefined ? undefined : createStripePayments({ ...settings, secretKey })
}
