/**
 * @vitest-environment happy-dom
 * @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
 */
import type { Organization } from '@vee/contract/entities/teams/organization'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { withFakeVee } from '#lib/http/fake-vee.fixture.ts'
import { createApi } from '#lib/http/index.ts'
import type { Exchange, FakeVee } from '../../../../fakes/vee/index.ts'
import { TeamsSection } from './index.ts'

let vee: FakeVee
withFakeVee((fresh) => (vee = fresh))

const harbour = (role: Organization['role']): Organization => ({
  id: 'harbour',
  name: 'Harbour',
  planId: 'free',
  seatLimit: 5,
  seats: { active: 1, pending: 0, limit: 5 },
  role,
  members: [
    {
      id: 'bob',
      email: 'bob@example.org',
      displayName: null,
      role,
      status: 'active',
      isCurrentUser: true,
      dailyTokenLimit: null,
      usedToday: 0,
      joinedAt: '2026-11-21T12:00:00.000Z',
    },
  ],
  invites: [],
  usage: { primary: { total: 0, used: 0, remaining: 0 } },
  afterPool: 'own',
  allowsLinks: true,
  createdAt: '2026-11-21T12:00:00.000Z',
})

/** Returns the next request about teams; the session is requested in parallel. */
async function question(): Promise<Exchange> {
  for (;;) {
    const exchange = await vee.next()
    if (exchange.path.includes('/organizations')) return exchange
    exchange.json(200, { authenticated: true, user: null, tokenProvider: 'local' })
  }
}
const sendTeams = (exchange: Exchange, version: string, ...organizations: Organization[]) =>
  exchange.json(200, { organizations, activeOrganizationId: null, version })

test('a change is shown when the server responds, and the next one is awaited', async () => {
  render(<TeamsSection api={createApi({ origin: vee.url })} tell={vi.fn()} renderKnowledge={() => null} />)
  sendTeams(await question(), 'v1', harbour('builder'))
  expect(await screen.findByText('Harbour', { selector: 'h3' })).toBeDefined()

  const waiting = await question()
  expect(waiting.path).toContain('seen=v1')
  sendTeams(waiting, 'v2', harbour('viewer'))
  const later = await question()
  expect(later.path).toContain('seen=v2')
  expect(await screen.findByText('Viewer', { selector: 'td' })).toBeDefined()

  sendTeams(later, 'v3')
  expect(await screen.findByText('No teams yet')).toBeDefined()
})

test('nothing is awaited after the page was left', async () => {
  const { unmount } = render(
    <TeamsSection api={createApi({ origin: vee.url })} tell={vi.fn()} renderKnowledge={() => null} />,
  )
  sendTeams(await question(), 'v1', harbour('builder'))
  const waiting = await question()
  unmount()
  await waiting.closed
})
