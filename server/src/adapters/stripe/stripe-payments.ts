import type { Locale } from '@vee/contract/entities/locale'
import type { PaidPlanId } from '@vee/contract/http/billing'
import type Stripe from 'stripe'
import type { CheckoutSessionOptions, PaymentProvider } from '#domain/money/billing/index.ts'
import { ProviderFailure } from '#providers/failure.ts'
import {
  PLAN_KEY,
  readCheckout,
  readEvent,
  readSubscription,
  subscriptionOfInvoice,
  USER_KEY,
} from './stripe-objects.ts'

const TIMEOUT_MS = 20_000
/** One retry, because a user waits; Stripe deduplicates by the idempotency key. */
const ONCE_MORE = { maxNetworkRetries: 1 }
/** Maximum age of a signed event in seconds; Stripe signs each delivery again. */
const SIGNATURE_LIFE_SECONDS = 300

export interface StripeSettings {
  readonly secretKey: string
  /** undefined: events cannot be verified, and changes are only found by polling */
  readonly webhookSecret: string | undefined
  /** without a path; undefined: Stripe's own */
  readonly apiBase: string | undefined
  readonly prices: Readonly<Record<PaidPlanId, string | undefined>>
}

/** Maps the interface languages to the tags of Stripe's checkout. */
const LANGUAGES = {
  en: 'en',
  'es-ES': 'es',
  'fr-FR': 'fr',
  'de-DE': 'de',
  'it-IT': 'it',
  'pt-BR': 'pt-BR',
  'ja-JP': 'ja',
  'ko-KR': 'ko',
  'zh-CN': 'zh',
} as const satisfies Record<Locale, string>

/**
 * Creates the payments by Stripe: hosted checkout, hosted portal, signed events. The library is loaded on
 * first use.
 */
export function createStripePayments(settings: StripeSettings): PaymentProvider {
  const { webhookSecret, prices } = settings
  let loaded: Promise<Stripe> | undefined
  const stripe = () => (loaded ??= connect(settings))
  const planOfPrice = (priceId: string) =>
    (Object.keys(prices) as PaidPlanId[]).find((plan) => prices[plan] === priceId)

  const findSubscription = (id: string) =>
    read(async () => readSubscription(await (await stripe()).subscriptions.retrieve(id), planOfPrice))

  return {
    id: 'stripe',
    sells: (plan) => prices[plan] !== undefined,
    async openCheckout(options) {
      const price = prices[options.planId] ?? ''
      const opened = await request(async () =>
        (await stripe()).checkout.sessions.create(checkoutOf(options, price), ONCE_MORE),
      )
      if (opened.url === null) throw brokenAnswer()
      return { id: opened.id, url: opened.url }
    },
    async closeCheckout(id) {
      const { checkout } = await stripe()
      const closed = await request(() => checkout.sessions.expire(id)).catch((failure: unknown) => {
        // It may be complete, expired or unknown: the error is then returned.
        if (failure instanceof ProviderFailure && failure.kind === 'refused') return undefined
        throw failure
      })
      return closed
        ? readCheckout(closed)
        : read(async () => readCheckout(await checkout.sessions.retrieve(id)))
    },
    findCheckout: (id) =>
      read(async () => readCheckout(await (await stripe()).checkout.sessions.retrieve(id))),
    findSubscription,
    async findSubscriptionOfPayment(paymentId) {
      const { invoicePayments, invoices } = await stripe()
      const payments = await read(() =>
        invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: paymentId }, limit: 1 }),
      )
      const invoice = payments?.data[0]?.invoice
      if (!invoice) return undefined
      const id = typeof invoice === 'string' ? invoice : invoice.id
      const subscriptionId = await read(async () => subscriptionOfInvoice(await invoices.retrieve(id)))
      return subscriptionId === undefined ? undefined : findSubscription(subscriptionId)
    },
    async openPortal(customerId, returnUrl) {
      const { url } = await request(async () =>
        (await stripe()).billingPortal.sessions.create(
          { customer: customerId, return_url: returnUrl },
          ONCE_MORE,
        ),
      )
      return { url }
    },
    readEvent:
      webhookSecret === undefined
        ? undefined
        : async (bytes, signature, now) => {
            const { webhooks } = await stripe()
            let event: unknown
            try {
              event = webhooks.constructEvent(
                Buffer.from(bytes),
                signature ?? '',
                webhookSecret,
                SIGNATURE_LIFE_SECONDS,
                undefined,
                now,
              )
            } catch {
              return undefined
            }
            return readEvent(event, planOfPrice)
          },
  }
}

async function connect({ secretKey, apiBase }: StripeSettings): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  const base = apiBase === undefined ? undefined : new URL(apiBase)
  const isPlain = base?.protocol === 'http:'
  return new StripeClient(secretKey, {
    timeout: TIMEOUT_MS,
    // No retry: a caller that only reads has an alternative, or is called again.
    maxNetworkRetries: 0,
    telemetry: false,
    appInfo: { name: 'Vee' },
    ...(base && {
      protocol: isPlain ? 'http' : 'https',
      host: base.hostname,
      port: base.port === '' ? (isPlain ? 80 : 443) : Number(base.port),
    }),
  })
}

function checkoutOf(options: CheckoutSessionOptions, price: string): Stripe.Checkout.SessionCreateParams {
  const metadata = { [USER_KEY]: options.userId, [PLAN_KEY]: options.planId }
  return {
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    client_reference_id: options.userId,
    metadata,
    subscription_data: { metadata },
    success_url: options.doneUrl.replace('{CHECKOUT}', '{CHECKOUT_SESSION_ID}'),
    cancel_url: options.abandonedUrl,
    locale: LANGUAGES[options.locale],
    ...(options.customerId === undefined
      ? { customer_email: options.email }
      : { customer: options.customerId }),
  }
}

/** Returns undefined if Stripe has no such object. */
async function read<R>(question: () => Promise<R>): Promise<R | undefined> {
  try {
    return await request(question)
  } catch (failure) {
    if (failure instanceof ProviderFailure && failure.status === 404) return undefined
    throw failure
  }
}

/** Stripe's messages quote the request, so only the kind of failure is passed on. */
async function request<R>(question: () => Promise<R>): Promise<R> {
  try {
    return await question()
  } catch (error) {
    throw failureOf(error)
  }
}

function failureOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('type' in error)) return error
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined
  const isTimeout = error.type === 'StripeConnectionError' && /timed? ?out|aborted/i.test(error.message)
  return new ProviderFailure({
    kind: isTimeout ? 'timeout' : kindOf(status),
    provider: 'stripe',
    message: `Stripe did not do it (${String(error.type)}).`,
    ...(status !== undefined && { status }),
  })
}

function kindOf(status: number | undefined): ProviderFailure['kind'] {
  if (status === undefined || status >= 500) return 'unavailable'
  if (status === 401 || status === 403) return 'unauthorized'
  return status === 429 ? 'rate-limited' : 'refused'
}

const brokenAnswer = () =>
  new ProviderFailure({
    kind: 'broken',
    provider: 'stripe',
    message: 'Stripe opened a checkout without a page.',
  })
