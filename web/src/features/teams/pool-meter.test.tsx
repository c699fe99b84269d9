/** @vitest-environment happy-dom */
import type { Organization } from '@vee/contract/entities/teams/organization'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadLazyTexts, switchTexts } from '#i18n/index.ts'
import { PoolMeter } from './pool-meter.tsx'
import { allowanceResetTime } from '#lib/costs/allowance-reset.ts'

const RESET = allowanceResetTime('en')

beforeEach(async () => {
  await switchTexts('en')
  await loadLazyTexts()
})
afterEach(cleanup)

function show(used: number, afterPool: Organization['afterPool'] = 'own', total = 1_000) {
  const usage = { primary: { total, used, remaining: Math.max(0, total - used) } }
  const seats = { active: 2, pending: 0, limit: 5 }
  const organization: Organization = {
    id: 'o1',
    name: 'Harbour',
    planId: 'organization',
    seatLimit: 5,
    seats,
    role: 'builder',
    members: [],
    invites: [],
    usage,
    afterPool,
    allowsLinks: true,
    createdAt: '2026-11-22T00:00:00.000Z',
  }
  render(<PoolMeter organization={organization} />)
}

test('below 80 % the pool is only a meter', () => {
  show(799)
  expect(screen.getByText('799 of 1,000 tokens used')).toBeDefined()
  expect(screen.queryByText(/of today’s pool is used/)).toBeNull()
})

test('from 80 % it warns, with the remaining amount', () => {
  show(800)
  expect(screen.getByText('80% of today’s pool is used')).toBeDefined()
  expect(screen.getByText(`200 tokens are left until ${RESET}.`)).toBeDefined()
})

test.each([
  ['own', `Members continue with their own key or their own allowance. The pool resets at ${RESET}.`],
  ['stop', `Members cannot continue until it resets at ${RESET}.`],
] as const)('at 100 % it shows what happens next: %s', (afterPool, text) => {
  show(1_200, afterPool)
  expect(screen.getByRole('alert').textContent).toContain('Today’s pool is used up')
  expect(screen.getByText(text)).toBeDefined()
})

test('without the plan there is none', () => {
  show(0, 'own', 0)
  expect(screen.getByText(/A shared pool is included in the Organization plan/)).toBeDefined()
})
