import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { Books, newId, type Session, type Subscription } from './books.ts'
import { readForm, textIn } from './form.ts'
import { eventOf, signatureOf, type StripeEvent } from './webhooks.ts'

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${title}</title>
<body style="font: 16px system-ui; max-width: 30rem; margin: 3rem auto"><h1>${title}</h1>${body}</body></html>`

const button = (action: string, label: string) =>
  `<form method="post" action="${action}"><button>${label}</button></form>`

/** Returns the page on which a customer pays. */
function payPage(session: Session, isDeclined: boolean): string {
  const here = `/pay/${session.id}`
  return page(
    'Fake checkout',
    `${isDeclined ? '<p role="alert">Your card was declined.</p>' : ''}
    <p>${session.customer_email ?? session.customer ?? ''}</p>
    ${button(`${here}/paid`, 'Pay')}${button(`${here}/declined`, 'Pay with a card that is declined')}
    <p><a href="${escape(session.cancel_url)}">Back</a></p>`,
  )
}

/** Returns the page on which a customer changes or cancels. */
function portalPage(id: string, returnUrl: string, status: string): string {
  return page(
    'Fake portal',
    `<p>Subscription: ${status}</p>${button(`/portal/${id}/cancel`, 'Cancel subscription')}
    <p><a href="${escape(returnUrl)}">Return to Vee</a></p>`,
  )
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const STRIPE_KEY = 'sk_test_of_the_fake'
const STRIPE_WEBHOOK_SECRET = 'whsec_of_the_fake'

export interface FakeStripe {
  readonly url: string
  /** the settings of a server that sells all three plans with it */
  readonly settings: Readonly<Record<string, string>>
  readonly books: Books
  /** events, oldest first */
  readonly events: readonly StripeEvent[]
  /** the API's requests, such as `POST /v1/checkout/sessions` */
  readonly requests: readonly string[]
  /** URL to which events are sent immediately; without one they are only stored */
  sendEventsTo(url: string | undefined): void
  /**
   * Sends one event, signed like Stripe unless another secret or time is given. Returns the status of the
   * response.
   */
  deliver(event: StripeEvent, forged?: { readonly secret?: string; readonly at?: number }): Promise<number>
  /** Makes the API respond with 500. */
  fail(isFailing: boolean): void
  pay(sessionId: string): Promise<Subscription>
  /** Expires an abandoned checkout. */
  expire(sessionId: string): Promise<void>
  /** Processes the next month's payment. */
  renew(subscriptionId: string, isPaid: boolean): Promise<void>
  cancel(subscriptionId: string, when: 'at-period-end' | 'now' | 'unpaid'): Promise<void>
  changePrice(subscriptionId: string, price: string): Promise<void>
  /** Refunds the last payment, completely or in part. */
  refund(subscriptionId: string, isPartial?: boolean): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a fake Stripe: its API with form encoding and errors, hosted pages, and signed events over real
 * HTTP.
 */
export async function startStripe(): Promise<FakeStripe> {
  const books = new Books()
  const events: StripeEvent[] = []
  const requests: string[] = []
  const portals = new Map<string, { readonly customer: string; readonly returnUrl: string }>()
  let webhookUrl: string | undefined
  let isFailing = false
  let url = ''

  async function deliver(event: StripeEvent, { secret = STRIPE_WEBHOOK_SECRET, at = books.now() } = {}) {
    const body = JSON.stringify(event)
    const response = await fetch(webhookUrl ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signatureOf(body, secret, at) },
      body,
    })
    await response.bytes()
    return response.status
  }
  async function happen(type: string, object: object): Promise<void> {
    const event = eventOf(type, object, books.now())
    events.push(event)
    if (webhookUrl !== undefined) await deliver(event)
  }
  const subscriptionOf = (id: string): Subscription => {
    const subscription = books.subscriptions.get(id)
    if (!subscription) throw new Error(`there is no subscription ${id}`)
    return subscription
  }

  const stripe: FakeStripe = {
    get url() {
      return url
    },
    get settings() {
      return {
        STRIPE_SECRET_KEY: STRIPE_KEY,
        STRIPE_WEBHOOK_SECRET,
        STRIPE_API_BASE: url,
        STRIPE_PRICE_BASIC: 'price_basic',
        STRIPE_PRICE_CREATOR: 'price_creator',
        STRIPE_PRICE_ORGANIZATION: 'price_organization',
      }
    },
    books,
    events,
    requests,
    sendEventsTo: (target) => (webhookUrl = target),
    deliver,
    fail: (failing) => (isFailing = failing),
    async pay(id) {
      const session = books.sessions.get(id)
      if (session?.status !== 'open') throw new Error(`nobody can pay at ${id}`)
      const subscription = books.begin(session)
      await happen('customer.subscription.created', subscription)
      const { invoice } = books.charge(subscription)
      subscription.status = 'active'
      session.status = 'complete'
      session.payment_status = 'paid'
      session.customer = subscription.customer
      session.subscription = subscription.id
      await happen('customer.subscription.updated', subscription)
      await happen('invoice.paid', invoiceOf(subscription, invoice))
      await happen('checkout.session.completed', withoutOrder(session))
      return subscription
    },
    async expire(id) {
      const session = books.sessions.get(id)
      if (session?.status !== 'open') return
      session.status = 'expired'
      await happen('checkout.session.expired', withoutOrder(session))
    },
    async renew(id, isPaid) {
      const subscription = subscriptionOf(id)
      books.turnMonth(subscription)
      subscription.status = isPaid ? 'active' : 'past_due'
      const { invoice } = isPaid ? books.charge(subscription) : { invoice: newId('in') }
      await happen('customer.subscription.updated', subscription)
      await happen(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoiceOf(subscription, invoice))
    },
    async cancel(id, when) {
      const subscription = subscriptionOf(id)
      if (when === 'at-period-end') {
        subscription.cancel_at_period_end = true
        subscription.cancel_at = subscription.items.data[0]?.current_period_end ?? null
        await happen('customer.subscription.updated', subscription)
        return
      }
      subscription.status = 'canceled'
      subscription.ended_at = books.now()
      subscription.cancellation_details = {
        reason: when === 'unpaid' ? 'payment_failed' : 'cancellation_requested',
      }
      await happen('customer.subscription.deleted', subscription)
    },
    async changePrice(id, price) {
      const subscription = subscriptionOf(id)
      for (const item of subscription.items.data) item.price = { id: price }
      await happen('customer.subscription.updated', subscription)
    },
    async refund(id, isPartial = false) {
      const payment = books.payments.findLast(({ subscription }) => subscription === id)
      if (!payment) throw new Error(`nothing was paid for ${id}`)
      await happen('charge.refunded', {
        id: newId('ch'),
        object: 'charge',
        refunded: !isPartial,
        created: payment.created,
        customer: payment.customer,
        payment_intent: payment.paymentIntent,
      })
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  function api(method: string, path: string, query: URLSearchParams, body: string): Answer {
    const form = readForm(body)
    const [, kind = '', id = '', action] =
      /^\/v1\/([a-z_]+(?:\/sessions)?)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
    const session = books.sessions.get(id)
    switch (`${method} ${kind}${id === '' ? '' : '/id'}${action === undefined ? '' : `/${action}`}`) {
      case 'POST checkout/sessions':
        return [200, withoutOrder(books.openSession(form, url))]
      case 'GET checkout/sessions/id':
        return session ? [200, withoutOrder(session)] : missing(id)
      case 'POST checkout/sessions/id/expire':
        if (!session) return missing(id)
        if (session.status !== 'open') return refused(`This session is ${session.status}.`)
        session.status = 'expired'
        return [200, withoutOrder(session)]
      case 'GET subscriptions/id': {
        const subscription = books.subscriptions.get(id)
        return subscription ? [200, subscription] : missing(id)
      }
      case 'GET invoice_payments': {
        const paid = books.payments.filter(
          ({ paymentIntent }) => paymentIntent === query.get('payment[payment_intent]'),
        )
        const data = paid.map(({ invoice }) => ({ id: newId('inpay'), object: 'invoice_payment', invoice }))
        return [200, { object: 'list', data, has_more: false, url: path }]
      }
      case 'GET invoices/id': {
        const payment = books.payments.find(({ invoice }) => invoice === id)
        return payment ? [200, invoiceOf(subscriptionOf(payment.subscription), id)] : missing(id)
      }
      case 'POST billing_portal/sessions': {
        const portal = newId('bps')
        portals.set(portal, {
          customer: textIn(form, 'customer') ?? '',
          returnUrl: textIn(form, 'return_url') ?? '',
        })
        return [200, { id: portal, object: 'billing_portal.session', url: `${url}/portal/${portal}` }]
      }
      default:
        return [
          404,
          { error: { type: 'invalid_request_error', message: `Unrecognized request URL (${path}).` } },
        ]
    }
  }

  async function hostedPage(path: string, response: ServerResponse): Promise<void> {
    const [, resource, id = '', action] = path.split('/')
    const session = books.sessions.get(id)
    const portal = portals.get(id)
    const html = (text: string) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text)
    }
    const goTo = (target: string) => response.writeHead(303, { location: target }).end()
    if (resource === 'pay' && session) {
      if (action !== 'paid') return html(payPage(session, action === 'declined'))
      await stripe.pay(id)
      goTo(session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', id))
    } else if (resource === 'portal' && portal) {
      const own = [...books.subscriptions.values()].findLast(({ customer }) => customer === portal.customer)
      if (action !== 'cancel' || !own) {
        const status = own?.cancel_at_period_end ? 'ends with its month' : (own?.status ?? 'none')
        return html(portalPage(id, portal.returnUrl, status))
      }
      await stripe.cancel(own.id, 'at-period-end')
      goTo(`/portal/${id}`)
    } else response.writeHead(404).end()
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', url)
    const body = await textOf(request)
    if (!pathname.startsWith('/v1/')) return hostedPage(pathname, response)
    const method = request.method ?? ''
    requests.push(`${method} ${pathname}`)
    const isKnown = request.headers.authorization === `Bearer ${STRIPE_KEY}`
    const [status, responseBody] = isFailing
      ? [500, { error: { type: 'api_error', message: 'Stripe is down.' } }]
      : isKnown
        ? api(method, pathname, searchParams, body)
        : [401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } }]
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') })
    response.end(JSON.stringify(responseBody))
  }

  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return stripe
}

const invoiceOf = (subscription: Subscription, id: string) => ({
  id,
  object: 'invoice',
  customer: subscription.customer,
  parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
  lines: {
    object: 'list',
    data: [{ period: { end: subscription.items.data[0]?.current_period_end ?? 0 } }],
  },
})

type Answer = readonly [status: number, body: object]

const missing = (id: string): Answer => [
  404,
  { error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such object: '${id}'` } },
]
const refused = (message: string): Answer => [400, { error: { type: 'invalid_request_error', message } }]

/** Returns the session in the API's format. */
function withoutOrder(session: Session & { order?: unknown }): Session {
  const shown = { ...session }
  delete shown.order
  return shown
}
