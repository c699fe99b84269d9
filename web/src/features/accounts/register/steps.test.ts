import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Draft } from './draft.ts'
import { firstIncompleteStep, STEPS, stepToShow, type RegistrationStep } from './steps.ts'

const NOTHING: Draft = { email: '' }
const ACCOUNT: Draft = { email: 'ada@example.org', token: 't' }
const FREE: Draft = { ...ACCOUNT, planId: 'free' }
const PAID: Draft = { ...ACCOUNT, planId: 'creator' }
const GONE_TO_PAY: Draft = { ...PAID, checkoutId: 'cs_1' }

test.each<[string, Draft, Record<RegistrationStep, RegistrationStep>]>([
  ['nothing', NOTHING, { account: 'account', plan: 'account', payment: 'account', success: 'account' }],
  [
    'a plan without an account',
    { email: '', planId: 'free' },
    { account: 'account', plan: 'account', payment: 'account', success: 'account' },
  ],
  ['an account', ACCOUNT, { account: 'account', plan: 'plan', payment: 'plan', success: 'plan' }],
  ['Free', FREE, { account: 'account', plan: 'plan', payment: 'success', success: 'success' }],
  ['a paid plan', PAID, { account: 'account', plan: 'plan', payment: 'payment', success: 'payment' }],
  ['a checkout', GONE_TO_PAY, { account: 'account', plan: 'plan', payment: 'payment', success: 'success' }],
])('with %s each address shows the step that is possible', (_, draft, shown) => {
  expect(Object.fromEntries(STEPS.map((step) => [step, stepToShow(step, draft)]))).toEqual(shown)
})

test('no step redirects to one that redirects again', () => {
  const drafts = fc.constantFrom(NOTHING, ACCOUNT, FREE, PAID, GONE_TO_PAY)
  fc.assert(
    fc.property(drafts, fc.constantFrom(...STEPS), (draft, wanted) => {
      const shown = stepToShow(wanted, draft)
      expect(stepToShow(shown, draft)).toBe(shown)
      expect(STEPS.indexOf(shown)).toBeLessThanOrEqual(STEPS.indexOf(firstIncompleteStep(draft)))
    }),
  )
})
