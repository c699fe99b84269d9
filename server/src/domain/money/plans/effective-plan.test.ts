import type { User } from '@vee/contract/entities/accounts/user'
import { expect, it } from 'vitest'
import { effectivePlan } from './index.ts'

const user = (kind: User['kind'], planId: User['planId'], subscription: User['subscription']): User => ({
  id: 'u1',
  kind,
  email: null,
  displayName: null,
  planId,
  subscription,
  createdAt: '2026-11-21T00:00:00.000Z',
})
const LATER = '2026-12-21T00:00:00.000Z'

it.each<[User['subscription'], User['planId']]>([
  [{ status: 'active', renewsAt: LATER }, 'creator'],
  [{ status: 'active', renewsAt: null }, 'creator'],
  [{ status: 'canceled', renewsAt: LATER }, 'creator'],
  [{ status: 'canceled', renewsAt: null }, 'free'],
  [{ status: 'past_due', renewsAt: LATER }, 'free'],
  [{ status: 'none', renewsAt: null }, 'free'],
])('a paid plan that is %j counts as %s', (subscription, plan) => {
  expect(effectivePlan(user('member', 'creator', subscription))).toBe(plan)
})

it('is everything for holders of the passphrase, who pay nothing', () => {
  expect(effectivePlan(user('global', 'organization', { status: 'none', renewsAt: null }))).toBe(
    'organization',
  )
})
