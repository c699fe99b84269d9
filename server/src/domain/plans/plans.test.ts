import { expect, it } from 'vitest'
import { LOCALES } from '@vee/contract/entities/locale'
import { plansOnSale } from './index.ts'

const listPlans = plansOnSale(() => false)

it('are exactly four, one of them the most popular', () => {
  const plans = listPlans('en')
  expect(plans.map(({ name }) => name)).toEqual(['Free', 'Basic', 'Creator', 'Organization'])
  expect(plans.filter(({ mostPopular }) => mostPopular).map(({ id }) => id)).toEqual(['creator'])
})

it('cost nothing when free, and give more the more they cost', () => {
  const plans = listPlans('en')
  expect(plans[0]?.pricePerMonth).toBe(0)
  for (const measure of [
    plans.map(({ pricePerMonth }) => pricePerMonth ?? 0),
    plans.map(({ dailyTokens }) => dailyTokens.primary),
    plans.map(({ dailyTokens }) => dailyTokens.secondary),
  ]) {
    expect(measure).toEqual(measure.toSorted((a, b) => a - b))
    expect(new Set(measure).size).toBe(4)
  }
})

it('go on with an own key from Creator up, and have seats for an organization', () => {
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
