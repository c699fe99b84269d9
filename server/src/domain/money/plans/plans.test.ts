import { expect, it } from 'vitest'
import { LOCALES, type Locale } from '@vee/contract/entities/locale'
import { createPlanCatalogue } from './index.ts'

const catalogue = createPlanCatalogue({})
const listPlans = (locale: Locale) => catalogue.list(locale, () => false)

it('are exactly four, one of them the most popular', () => {
  const plans = listPlans('en')
  expect(plans.map(({ name }) => name)).toEqual(['Free', 'Basic', 'Creator', 'Organization'])
  expect(plans.filter(({ mostPopular }) => mostPopular).map(({ id }) => id)).toEqual(['creator'])
})

it('have no price and no public allowance until the host sets them; built-in allowances are enforced until then', () => {
  const plans = listPlans('en')
  expect(plans.map(({ pricePerMonth }) => pricePerMonth)).toEqual([0, null, null, null])
  expect(plans.some(({ isAllowanceSet }) => isAllowanceSet)).toBe(false)
  expect(plans.every(({ isPlaceholder }) => isPlaceholder)).toBe(true)
  const enforced = plans.map(({ dailyTokens }) => dailyTokens.primary)
  expect(enforced).toEqual(enforced.toSorted((a, b) => a - b))
})

it('have the figures that the host sets, and enforce them', () => {
  const catalogue = createPlanCatalogue({
    creator: { pricePerMonth: 12.5, dailyTokens: 300, dailySpeechUsd: 1 },
  })
  expect(catalogue.list('en', () => true).find(({ id }) => id === 'creator')).toMatchObject({
    pricePerMonth: 12.5,
    dailyTokens: { primary: 300, secondary: 3_000 },
    isAllowanceSet: true,
    isPlaceholder: false,
    isForSale: true,
  })
  expect(catalogue.allowance('creator')).toEqual({
    dailyTokens: { primary: 300, secondary: 3_000 },
    dailySpeechUsd: 1,
    isTokensSet: true,
    isSpeechSet: true,
  })
})

it('have prices as soon as one of them has one or is sold', () => {
  const [free, priced] = [createPlanCatalogue({}), createPlanCatalogue({ basic: { pricePerMonth: 9 } })]
  expect(free.hasPrices(() => false)).toBe(false)
  expect(free.hasPrices((id) => id === 'creator')).toBe(true)
  expect(priced.hasPrices(() => false)).toBe(true)
})

it('continue with an own key from Creator up, and have seats for an organization', () => {
  expect(
    listPlans('en').map(({ id, ownKeyAfterAllowance, seats }) => [id, ownKeyAfterAllowance, seats]),
  ).toEqual([
    ['free', false, undefined],
    ['basic', false, undefined],
    ['creator', true, undefined],
    ['organization', true, 5],
  ])
})

const counts = (plans: ReturnType<typeof listPlans>) => plans.map(({ highlights }) => highlights.length)

it.each(LOCALES)('have as many highlights in %s as in English', (locale) => {
  expect(counts(listPlans(locale))).toEqual(counts(listPlans('en')))
  expect(listPlans(locale).flatMap(({ highlights }) => highlights)).not.toContain('')
})
