import { startStripe, type FakeStripe } from '../../fakes/stripe/index.ts'
import { test as base } from '../test.ts'

const PRICES = {
  basic: { pricePerMonth: 9 },
  creator: { pricePerMonth: 29 },
  organization: { pricePerMonth: 99 },
}

/** A server that sells its plans through the test's fake Stripe. */
export const test = base.extend<{ readonly stripe: FakeStripe }>({
  stripe: async ({}, provide) => {
    const stripe = await startStripe()
    await provide(stripe)
    await stripe.close()
  },
  settings: async ({ stripe }, provide) => provide({ ...stripe.settings, PLANS: JSON.stringify(PRICES) }),
  vee: async ({ vee, stripe }, provide) => {
    stripe.sendEventsTo(`${vee.url}/api/billing/webhook`)
    await provide(vee)
  },
})
