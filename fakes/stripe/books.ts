import { randomBytes } from 'node:crypto'
import { formIn, textIn, type Form } from './form.ts'

const MONTH = 30 * 24 * 3_600

export interface Session {
  readonly id: string
  readonly object: 'checkout.session'
  readonly url: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  customer: string | null
  subscription: string | null
  readonly client_reference_id: string | null
  readonly customer_email: string | null
  readonly metadata: Form
  readonly success_url: string
  readonly cancel_url: string
}

export interface Subscription {
  readonly id: string
  readonly object: 'subscription'
  readonly customer: string
  readonly created: number
  readonly metadata: Form
  status: 'incomplete' | 'active' | 'past_due' | 'canceled'
  cancel_at_period_end: boolean
  cancel_at: number | null
  ended_at: number | null
  cancellation_details: { reason: string | null }
  readonly items: {
    readonly object: 'list'
    readonly data: { readonly id: string; current_period_end: number; price: { id: string } }[]
  }
}

export interface Payment {
  readonly paymentIntent: string
  readonly invoice: string
  readonly subscription: string
  readonly customer: string
  readonly created: number
}

/** The data of a seller's account at Stripe. Times are in seconds. */
export class Books {
  readonly sessions = new Map<string, Session & { readonly order: Form }>()
  readonly subscriptions = new Map<string, Subscription>()
  readonly payments: Payment[] = []
  /** the provider's own clock, in seconds; tests may set it */
  now = () => Math.floor(Date.now() / 1_000)

  openSession(form: Form, url: string): Session {
    const id = newId('cs_test')
    const session = {
      id,
      object: 'checkout.session' as const,
      url: `${url}/pay/${id}`,
      status: 'open' as const,
      payment_status: 'unpaid' as const,
      customer: textIn(form, 'customer') ?? null,
      subscription: null,
      client_reference_id: textIn(form, 'client_reference_id') ?? null,
      customer_email: textIn(form, 'customer_email') ?? null,
      metadata: formIn(form, 'metadata') ?? {},
      success_url: textIn(form, 'success_url') ?? '',
      cancel_url: textIn(form, 'cancel_url') ?? '',
      order: form,
    }
    this.sessions.set(id, session)
    return session
  }

  /** Returns a subscription without a first payment. */
  begin(session: Session & { readonly order: Form }): Subscription {
    const items = formIn(session.order, 'line_items')
    const subscription: Subscription = {
      id: newId('sub'),
      object: 'subscription',
      customer: session.customer ?? newId('cus'),
      created: this.now(),
      metadata: formIn(formIn(session.order, 'subscription_data'), 'metadata') ?? {},
      status: 'incomplete',
      cancel_at_period_end: false,
      cancel_at: null,
      ended_at: null,
      cancellation_details: { reason: null },
      items: {
        object: 'list',
        data: [
          {
            id: newId('si'),
            current_period_end: this.now() + MONTH,
            price: { id: textIn(formIn(items, '0'), 'price') ?? '' },
          },
        ],
      },
    }
    this.subscriptions.set(subscription.id, subscription)
    return subscription
  }

  charge({ id, customer }: Subscription): Payment {
    const payment = {
      paymentIntent: newId('pi'),
      invoice: newId('in'),
      subscription: id,
      customer,
      created: this.now(),
    }
    this.payments.push(payment)
    return payment
  }

  /** Starts the next month. */
  turnMonth({ items }: Subscription): void {
    for (const item of items.data) item.current_period_end += MONTH
  }
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}
