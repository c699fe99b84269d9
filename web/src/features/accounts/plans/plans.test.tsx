/**
 * @vitest-environment happy-dom
 * @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
 */
import type { Plan } from '@vee/contract/http/plans'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { withFakeVee } from '#lib/http/fake-vee.fixture.ts'
import { createApi } from '#lib/http/index.ts'
import type { FakeVee } from '../../../../../fakes/vee/index.ts'
import { PlanChoice } from './index.ts'

let vee: FakeVee
withFakeVee((fresh) => (vee = fresh))

function planOf(id: Plan['id'], more: Partial<Plan> = {}): Plan {
  return {
    id,
    name: id.toUpperCase(),
    pricePerMonth: 0,
    dailyTokens: { primary: 20_000, secondary: 200_000 },
    dailySpeechUsd: 0.1,
    highlights: [`all of ${id}`],
    mostPopular: false,
    ownKeyAfterAllowance: false,
    isAllowanceSet: true,
    isSpeechSet: true,
    isPlaceholder: false,
    isForSale: false,
    ...more,
  }
}

const PLANS = [
  planOf('free'),
  planOf('basic', { pricePerMonth: null, isAllowanceSet: false, isPlaceholder: true }),
  planOf('creator', { pricePerMonth: 29.5, mostPopular: true }),
  planOf('organization', { pricePerMonth: 99, ownKeyAfterAllowance: true, seats: 5 }),
]

const LIST = { plans: PLANS, models: { primary: 'GPT-4o', secondary: 'GPT-4o mini' } }

async function show() {
  const onChoose = vi.fn()
  render(<PlanChoice api={createApi({ origin: vee.url })} chosen="basic" onChoose={onChoose} />)
  return { user: userEvent.setup(), onChoose, call: await vee.next() }
}

test('every plan shows its price and features, and has its own button', async () => {
  const { user, onChoose, call } = await show()
  expect(call).toMatchObject({ path: '/api/plans', headers: { 'accept-language': 'en' } })
  call.json(200, LIST)
  const table = within(await screen.findByRole('table', { name: 'Plans' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Plan',
    'Price',
    'Daily allowance',
    'Highlights',
    'Choose plan',
  ])
  const [, free, basic, creator, organization] = table
    .getAllByRole('row')
    .map(({ textContent }) => textContent)
  expect(free).toMatch(
    /\$0 per month.*20,000 GPT-4o tokens.*200,000 GPT-4o mini tokens.*all of free.*Start free/,
  )
  expect(basic).toMatch(
    /–not set yet20,000 GPT-4o tokens.*\(default of this server\).*\$0\.10 of speech.*Choose plan/,
  )
  expect(creator).toMatch(/Most popular.*\$29\.50 per month/)
  expect(organization).toMatch(/\$99 per month.*Contact us/)
  expect(table.getAllByText('Most popular')).toHaveLength(1)
  expect(table.getByRole('button', { name: 'Choose plan BASIC', pressed: true })).toBeDefined()
  await user.click(table.getByRole('button', { name: 'Choose plan CREATOR' }))
  expect(onChoose).toHaveBeenCalledWith('creator')
})

test('the full comparison opens on demand', async () => {
  const { user, call } = await show()
  call.json(200, LIST)
  const link = await screen.findByRole('link', { name: 'View full comparison' })
  expect(screen.queryByRole('table', { name: 'Plan comparison' })).toBeNull()
  await user.click(link)
  const rows = within(screen.getByRole('table', { name: 'Plan comparison' })).getAllByRole('row')
  expect(rows.at(-1)?.textContent).toBe('Seats includednonenonenone5')
})

test('a failure is shown, and a retry can succeed', async () => {
  const { user, call } = await show()
  call.cut()
  expect(await screen.findByText('The plans could not be loaded.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  const again = await vee.next()
  again.json(200, LIST)
  expect(await screen.findByRole('table', { name: 'Plans' })).toBeDefined()
})
