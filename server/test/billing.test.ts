import { DAY_MS } from '@vee/contract/time/durations'
import { randomBytes } from 'node:crypto'
import type { User } from '@vee/contract/entities/accounts/user'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#db/schema.ts'
import { startStripe, type FakeStripe } from '../../fakes/stripe/index.ts'
import { eventOf } from '../../fakes/stripe/webhooks.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

const MONTH_MS = 30 * DAY_MS

let servers: TestServers
let database: Database
let stripe: FakeStripe
let url: string
let clock: number

beforeEach(async () => {
  servers = await createTestServers({ now: () => clock })
  database = servers.database
  stripe = await startStripe()
  clock = Date.now()
  stripe.books.now = () => Math.floor(clock / 1_000)
  await start(stripe.settings)
})
afterEach(async () => {
  await servers.close()
  await stripe.close()
})

async function start(settings: Readonly<Record<string, string>>) {
  url = await servers.start(settings)
  stripe.sendEventsTo(`${url}/api/billing/webhook`)
}

interface Answer<B> {
  readonly status: number
  readonly body: B
}

async function call<B = { error: string; message: string }>(
  method: string,
  path: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<Answer<B>> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as B }
}

async function register(planId = 'free'): Promise<string> {
  const email = `${randomBytes(6).toString('hex')}@example.org`
  const body = { email, password: 'quiet-harbour-7', acceptTerms: true, planId }
  const { token } = (await call<{ token: string }>('POST', '/auth/register', { body })).body
  // These tests advance the clock by months.
  await database
    .updateTable('sessions')
    .set({ expires_at: Date.UTC(2100) })
    .execute()
  return token
}

async function me(token: string): Promise<User> {
  return (await call<{ user: User }>('GET', '/auth', { token })).body.user
}

const subscriptionOf = async (token: string) => {
  const { planId, subscription } = await me(token)
  return [
    planId,
    subscription.status,
    subscription.renewsAt === null ? null : Date.parse(subscription.renewsAt),
  ]
}

const opening = (token: string, planId = 'creator') =>
  call<{ id: string; url: string; error?: string }>('POST', '/billing/checkout', { body: { planId, token } })

const statusOf = async (id: string) =>
  (await call<{ status: string }>('GET', `/billing/status/${id}`)).body.status

/** Returns a member whose checkout was paid. */
async function subscriber(planId = 'creator') {
  const token = await register()
  const { id } = (await opening(token, planId)).body
  const subscription = await stripe.pay(id)
  const paidUntil = (subscription.items.data[0]?.current_period_end ?? 0) * 1_000
  return { token, id, subscription: subscription.id, paidUntil }
}

describe('a checkout', () => {
  it("redirects to the provider's page and back, and only a payment changes the plan", async () => {
    const token = await register('creator')
    expect(await subscriptionOf(token)).toEqual(['creator', 'none', null])
    const { status, body } = await opening(token)
    expect([status, body.url]).toEqual([200, `${stripe.url}/pay/${body.id}`])
    const session = stripe.books.sessions.get(body.id)
    expect(session?.success_url).toBe(`${url}/en/register/success?checkout={CHECKOUT_SESSION_ID}`)
    expect(session?.cancel_url).toBe(`${url}/en/register/payment?checkout=abandoned`)
    expect(await statusOf(body.id)).toBe('pending')
    expect(await subscriptionOf(token)).toEqual(['creator', 'none', null])

    const { items } = await stripe.pay(body.id)
    expect(await call('GET', `/billing/status/${body.id}`)).toEqual({
      status: 200,
      body: { id: body.id, status: 'complete', planId: 'creator' },
    })
    const paidUntil = (items.data[0]?.current_period_end ?? 0) * 1_000
    expect(await subscriptionOf(token)).toEqual(['creator', 'active', paidUntil])
  })

  it('is found by polling if no event arrives', async () => {
    stripe.sendEventsTo(undefined)
    const { token, id, paidUntil } = await subscriber()
    expect(await subscriptionOf(token)).toEqual(['free', 'active', null])
    expect(await statusOf(id)).toBe('complete')
    expect(await subscriptionOf(token)).toEqual(['creator', 'active', paidUntil])
  })

  it('polls the provider at most every two seconds', async () => {
    const { id } = (await opening(await register())).body
    const asked = () =>
      stripe.requests.filter((request) => request === `GET /v1/checkout/sessions/${id}`).length
    for (let asked = 0; asked < 5; asked += 1) await statusOf(id)
    expect(asked()).toBe(1)
    clock += 2_000
    await statusOf(id)
    expect(asked()).toBe(2)
  })

  it('expires if the customer never returns, and nothing changes', async () => {
    const token = await register()
    const { id } = (await opening(token)).body
    await stripe.expire(id)
    expect(await statusOf(id)).toBe('expired')
    expect(await subscriptionOf(token)).toEqual(['free', 'active', null])
  })

  it('with a delayed payment that fails is reported as failed', async () => {
    const token = await register()
    const { id } = (await opening(token)).body
    const failed = { ...stripe.books.sessions.get(id), status: 'complete', payment_status: 'unpaid' }
    await stripe.deliver(eventOf('checkout.session.completed', failed, stripe.books.now()))
    expect(await statusOf(id)).toBe('pending')
    await stripe.deliver(eventOf('checkout.session.async_payment_failed', failed, stripe.books.now()))
    expect(await statusOf(id)).toBe('failed')
    expect(await subscriptionOf(token)).toEqual(['free', 'active', null])
  })

  it('closes the previous one, which prevents a double payment', async () => {
    const token = await register()
    const first = (await opening(token)).body.id
    const second = (await opening(token, 'basic')).body.id
    expect(await statusOf(first)).toBe('expired')
    await expect(stripe.pay(first)).rejects.toThrow('nobody can pay')
    await stripe.pay(second)
    const again = await opening(token)
    expect(again).toMatchObject({ status: 400, body: { error: 'VALIDATION' } })
  })

  it('remains the only open one when several are requested concurrently', async () => {
    const token = await register()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => opening(token, index % 2 ? 'basic' : 'creator')),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const paid = await Promise.allSettled(answers.map(({ body }) => stripe.pay(body.id)))
    expect(paid.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await database.selectFrom('subscriptions').selectAll().execute()).toHaveLength(1)
  })

  it('processes a payment that arrived while another checkout was requested', async () => {
    stripe.sendEventsTo(undefined)
    const { token } = await subscriber('basic')
    expect(await opening(token)).toMatchObject({ status: 400, body: { error: 'VALIDATION' } })
    expect(await subscriptionOf(token)).toMatchObject(['basic', 'active', expect.any(Number)])
  })

  it('requires an account', async () => {
    const body = { planId: 'creator' }
    expect(await call('POST', '/billing/checkout', { body })).toMatchObject({ status: 401 })
    expect(await opening('dead')).toMatchObject({ status: 401, body: { error: 'SESSION_EXPIRED' } })
    const { token } = (
      await call<{ token: string }>('POST', '/auth/global', { body: { password: 'quiet harbour' } })
    ).body
    expect(await call('POST', '/billing/checkout', { token, body })).toMatchObject({ status: 403 })
    expect(await opening(await register(), 'free')).toMatchObject({ status: 400 })
  })

  it('of an open page returns to the settings', async () => {
    const token = await register()
    const { id } = (
      await call<{ id: string }>('POST', '/billing/checkout', { token, body: { planId: 'basic' } })
    ).body
    expect(stripe.books.sessions.get(id)).toMatchObject({
      success_url: `${url}/en/settings?checkout={CHECKOUT_SESSION_ID}#billing`,
      cancel_url: `${url}/en/settings?checkout=abandoned#billing`,
    })
  })

  it("fails with the provider's name, and without its message", async () => {
    stripe.fail(true)
    const { status, body } = await opening(await register())
    expect([status, body.error]).toEqual([502, 'PROVIDER_ERROR'])
    expect(JSON.stringify(body)).not.toContain('Stripe is down')
  })

  it('with an unknown id is not found', async () => {
    expect(await call('GET', '/billing/status/cs_none')).toMatchObject({ status: 404 })
  })
})

describe('a subscription', () => {
  it('continues month by month', async () => {
    const { token, subscription, paidUntil } = await subscriber()
    clock = paidUntil
    await stripe.renew(subscription, true)
    expect(await subscriptionOf(token)).toEqual(['creator', 'active', paidUntil + MONTH_MS])
  })

  it('with an overdue payment is past due until it is paid', async () => {
    const { token, subscription, paidUntil } = await subscriber()
    clock = paidUntil
    await stripe.renew(subscription, false)
    expect(await subscriptionOf(token)).toMatchObject(['creator', 'past_due', expect.any(Number)])
    expect(await mayUsePremium(token)).toBe(false)
    await stripe.renew(subscription, true)
    expect(await subscriptionOf(token)).toMatchObject(['creator', 'active', expect.any(Number)])
    await stripe.renew(subscription, false)
    await stripe.cancel(subscription, 'unpaid')
    expect(await subscriptionOf(token)).toEqual(['free', 'canceled', null])
  })

  it('that is cancelled lasts to the end of the paid month', async () => {
    const { token, subscription, paidUntil } = await subscriber()
    await stripe.cancel(subscription, 'at-period-end')
    expect(await subscriptionOf(token)).toEqual(['creator', 'canceled', paidUntil])
    expect(await mayUsePremium(token)).toBe(true)
    stripe.sendEventsTo(undefined)
    clock = paidUntil - 1
    expect(await mayUsePremium(token)).toBe(true)
    clock += 1
    expect(await subscriptionOf(token)).toEqual(['free', 'canceled', null])
    expect(await mayUsePremium(token)).toBe(false)
    // A returning customer pays again.
    expect((await opening(token)).status).toBe(200)
  })

  it('that is ended at once was still paid for', async () => {
    const { token, subscription, paidUntil } = await subscriber()
    await stripe.cancel(subscription, 'now')
    expect(await subscriptionOf(token)).toEqual(['creator', 'canceled', paidUntil])
  })

  it('that is refunded ends at once; a partial refund changes nothing', async () => {
    const { token, subscription, paidUntil } = await subscriber()
    await stripe.refund(subscription, true)
    expect(await subscriptionOf(token)).toEqual(['creator', 'active', paidUntil])
    await stripe.refund(subscription)
    expect(await subscriptionOf(token)).toEqual(['free', 'canceled', null])
    await stripe.renew(subscription, true)
    expect(await subscriptionOf(token)).toEqual(['creator', 'active', paidUntil + MONTH_MS])
  })

  it('follows the price that is paid', async () => {
    const { token, subscription } = await subscriber('basic')
    await stripe.changePrice(subscription, 'price_creator')
    expect(await subscriptionOf(token)).toMatchObject(['creator', 'active', expect.any(Number)])
  })

  it('is managed on a page of the provider', async () => {
    const { token, subscription } = await subscriber()
    const portal = await call<{ url: string }>('POST', '/billing/portal', { token })
    expect(portal.status).toBe(200)
    expect(await (await fetch(portal.body.url)).text()).toContain(`${url}/en/settings#billing`)
    await fetch(`${portal.body.url}/cancel`, { method: 'POST' })
    expect(stripe.books.subscriptions.get(subscription)?.cancel_at_period_end).toBe(true)
    expect(await subscriptionOf(token)).toMatchObject(['creator', 'canceled', expect.any(Number)])
  })

  it('has no page if there is none', async () => {
    expect(await call('POST', '/billing/portal', { token: await register() })).toMatchObject({ status: 404 })
    expect(await call('POST', '/billing/portal')).toMatchObject({ status: 401 })
  })
})

/** Sends bytes that are not from Stripe. */
const send = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/billing/webhook`, { method: 'POST', headers, body }).then(({ status }) => status)

describe('events', () => {
  it('are processed once, also when delivered concurrently', async () => {
    const { token, subscription } = await subscriber()
    await stripe.cancel(subscription, 'at-period-end')
    const before = await subscriptionOf(token)
    const [first] = stripe.events
    if (!first) throw new Error('nothing happened')
    // The oldest event is delivered again: it was already processed.
    const answers = await Promise.all(Array.from({ length: 10 }, () => stripe.deliver(first)))
    expect(answers).toEqual(Array.from({ length: 10 }, () => 200))
    expect(await subscriptionOf(token)).toEqual(before)
    const counted = await database.selectFrom('payment_events').selectAll().execute()
    expect(counted).toHaveLength(stripe.events.length)
  })

  it.each([
    ['another secret', { secret: 'whsec_of_somebody' }],
    ['an old signature', { at: Math.floor(Date.now() / 1_000) - 3_600 }],
  ])('with %s are rejected and change nothing', async (_, forged) => {
    stripe.sendEventsTo(undefined)
    const { token } = await subscriber()
    stripe.sendEventsTo(`${url}/api/billing/webhook`)
    for (const event of stripe.events) expect(await stripe.deliver(event, forged)).toBe(400)
    expect(await subscriptionOf(token)).toEqual(['free', 'active', null])
  })

  it('without a signature or valid JSON are rejected', async () => {
    expect(await send('{}')).toBe(400)
    expect(await send('', { 'content-type': 'application/json' })).toBe(400)
    expect(await send('no json', { 'stripe-signature': 't=1,v1=00' })).toBe(400)
    expect(await send('x'.repeat(1_100_000))).toBe(413)
  })

  it('about customers of other products are accepted and ignored', async () => {
    const foreign = { id: 'sub_x', customer: 'cus_x', status: 'active', metadata: {}, items: { data: [] } }
    const told = eventOf('customer.subscription.updated', foreign, stripe.books.now())
    expect(await stripe.deliver(told)).toBe(200)
    expect(await stripe.deliver(eventOf('price.created', { id: 'p' }, stripe.books.now()))).toBe(200)
    expect(await database.selectFrom('subscriptions').selectAll().execute()).toEqual([])
  })

  it.each([true, false])(
    'have the same result in any order, with polling available (%s) or not',
    async (canBeAsked) => {
      stripe.sendEventsTo(undefined)
      const token = await register()
      const { id } = (await opening(token)).body
      const { id: subscription } = await stripe.pay(id)
      clock += 60_000
      await stripe.changePrice(subscription, 'price_basic')
      clock += 60_000
      await stripe.cancel(subscription, 'at-period-end')
      const happened = [...stripe.events]
      const end =
        (stripe.books.subscriptions.get(subscription)?.items.data[0]?.current_period_end ?? 0) * 1_000
      stripe.sendEventsTo(`${url}/api/billing/webhook`)
      stripe.fail(!canBeAsked)
      await fc.assert(
        fc.asyncProperty(fc.shuffledSubarray(happened, { minLength: happened.length }), async (events) => {
          await database.deleteFrom('subscriptions').execute()
          await database.deleteFrom('payment_events').execute()
          for (const event of events) expect(await stripe.deliver(event)).toBe(200)
          expect(await subscriptionOf(token)).toEqual(['basic', 'canceled', end])
        }),
        { numRuns: 10 },
      )
    },
  )

  it('that could not be stored are delivered again', async () => {
    stripe.sendEventsTo(undefined)
    const { token, subscription } = await subscriber()
    await stripe.refund(subscription)
    const refund = stripe.events.at(-1)
    if (!refund) throw new Error('nothing happened')
    stripe.sendEventsTo(`${url}/api/billing/webhook`)
    for (const event of stripe.events.slice(0, -1)) await stripe.deliver(event)
    stripe.fail(true)
    expect(await stripe.deliver(refund)).toBe(502)
    stripe.fail(false)
    expect(await stripe.deliver(refund)).toBe(200)
    expect(await subscriptionOf(token)).toEqual(['free', 'canceled', null])
  })
})

describe('a server without a payment provider', () => {
  beforeEach(async () => {
    await servers.stop()
    await start({})
  })

  it('reports it, and offers nothing for sale', async () => {
    const token = await register()
    expect(await opening(token)).toMatchObject({ status: 503, body: { error: 'BILLING_UNAVAILABLE' } })
    expect(await call('GET', '/billing/status/cs_none')).toMatchObject({ status: 503 })
    expect(await call('POST', '/billing/portal', { token })).toMatchObject({ status: 503 })
    expect(await call('POST', '/billing/webhook', { body: {} })).toMatchObject({ status: 503 })
    const { plans } = (await call<{ plans: { isForSale: boolean }[] }>('GET', '/plans')).body
    expect(plans.map(({ isForSale }) => isForSale)).toEqual([false, false, false, false])
  })
})

it('sells the plans that have a price', async () => {
  await servers.stop()
  const { STRIPE_PRICE_BASIC: _, ...settings } = stripe.settings
  await start(settings)
  const { plans } = (await call<{ plans: { isForSale: boolean }[] }>('GET', '/plans')).body
  expect(plans.map(({ isForSale }) => isForSale)).toEqual([false, false, true, true])
  expect(await opening(await register(), 'basic')).toMatchObject({ status: 503 })
})

async function mayUsePremium(token: string): Promise<boolean> {
  const { agents } = (await call<{ agents: { id: string; locked: boolean }[] }>('GET', '/agents', { token }))
    .body
  return agents.some(({ id, locked }) => id === 'lc_audit_aide' && !locked)
}
