/**
 * @vitest-environment happy-dom
 * @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
 */
import type { Role } from '@vee/contract/entities/teams/organization'
import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withFakeVee } from '#lib/http/fake-vee.fixture.ts'
import { createApi } from '#lib/http/index.ts'
import { forgetToken, keepToken, readToken } from '#lib/http/auth-token.ts'
import { STORAGE_KEYS, writeText } from '#lib/storage/storage.ts'
import { leaveWithoutNotice, useTeamChanges } from '#lib/team-changes.ts'
import type { Exchange, FakeVee } from '../../../../fakes/vee/index.ts'
import { TeamWatch } from './team-watch.tsx'

let vee: FakeVee
withFakeVee((fresh) => (vee = fresh))
beforeEach(() => {
  keepToken('token-of-ann', false)
  // Cached: the owner of this tab is not requested.
  writeText(STORAGE_KEYS.dataOwner, 'n-of-ann ann')
})
afterEach(forgetToken)

function watch() {
  const tell = vi.fn()
  const onChanged = vi.fn()
  const onLeft = vi.fn()
  const api = createApi({ origin: vee.url })
  render(<TeamWatch api={api} tell={tell} onChanged={onChanged} onLeft={onLeft} />)
  return { tell, onChanged }
}
const sendMemberships = (exchange: Exchange, version: string, seats: Readonly<Record<string, Role>>) =>
  exchange.json(200, {
    seats: Object.entries(seats).map(([name, role]) => ({ id: name.toLowerCase(), name, role })),
    activeOrganizationId: null,
    version,
  })
const round = () => useTeamChanges.getState().round

test('changes of other users are announced, and dependent views reload', async () => {
  const { tell, onChanged } = watch()
  const before = round()
  sendMemberships(await vee.next(), 'v1', { Harbour: 'builder', Quay: 'admin' })
  const waiting = await vee.next()
  expect(waiting.path).toBe('/api/organizations/memberships?seen=v1')
  expect([round(), tell.mock.calls]).toEqual([before, []])
  sendMemberships(waiting, 'v2', { Harbour: 'viewer' })
  const later = await vee.next()
  expect(later.path).toContain('seen=v2')
  expect(round()).toBe(before + 1)
  expect(onChanged).toHaveBeenCalledOnce()
  expect(tell.mock.calls.map(([{ title }]) => title)).toEqual([
    'Your role in Harbour is now: Viewer',
    'You are no longer in Quay',
  ])
})

test("the user's own changes are not announced, unless they failed and happen later", async () => {
  const { tell } = watch()
  sendMemberships(await vee.next(), 'v1', { Harbour: 'builder', Quay: 'builder' })
  await leaveWithoutNotice('quay', () => Promise.reject(new Error('no'))).catch(() => undefined)
  await leaveWithoutNotice('harbour', () => Promise.resolve())
  sendMemberships(await vee.next(), 'v2', {})
  await vee.next()
  expect(tell.mock.calls.map(([{ title }]) => title)).toEqual(['You are no longer in Quay'])
})

test('an ended session is forgotten, and nothing is requested without one', async () => {
  watch()
  sendMemberships(await vee.next(), 'v1', {})
  ;(await vee.next()).json(401, { error: 'SESSION_EXPIRED', message: 'ended', requestId: 'r' })
  await vi.waitFor(() => expect(readToken()).toBeUndefined())
  document.dispatchEvent(new Event('visibilitychange'))
  await Promise.resolve()
  expect(vee.untaken()).toHaveLength(0)
})
