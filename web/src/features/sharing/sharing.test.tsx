/**
 * @vitest-environment happy-dom
 * @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
 */
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { loadViewTexts } from '#i18n/index.ts'
import { withFakeVee } from '#lib/http/fake-vee.fixture.ts'
import { createApi } from '#lib/http/index.ts'
import type { FakeVee } from '../../../../fakes/vee/index.ts'
import { ShareButton } from './share-button.tsx'

let vee: FakeVee
withFakeVee((fresh) => (vee = fresh), loadViewTexts)

const team = (id: string, name: string, role: string) => ({
  id,
  name,
  members: [{ isCurrentUser: true, role }],
})

/** Opens the dialog with these teams and shares, which are requested in parallel. */
async function open(kind: 'meeting' | 'agent', organizations: readonly object[], shares: readonly object[]) {
  const user = userEvent.setup()
  render(<ShareButton api={createApi({ origin: vee.url })} kind={kind} id="m1" title="Quay" />)
  await user.click(screen.getByRole('button', { name: 'Share' }))
  for (const asked of [await vee.next(), await vee.next()]) {
    if (asked.path === '/api/organizations') asked.json(200, { organizations, activeOrganizationId: null })
    else asked.json(200, { shares })
  }
  return user
}

test('a meeting is shared, its right changed, its link copied, and unshared', async () => {
  const user = await open('meeting', [team('o1', 'Harbour', 'builder'), team('o2', 'Pier', 'viewer')], [])
  const right = await screen.findByRole('combobox', { name: 'Members of Harbour' })
  expect(screen.queryByRole('combobox', { name: 'Members of Pier' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull()

  await user.selectOptions(right, 'Can view and use')
  const kept = await vee.next()
  expect([kept.method, kept.path, kept.body]).toEqual(['PUT', '/api/meetings/m1/shares/o1', { right: 'use' }])
  kept.json(200, { organization: { id: 'o1', name: 'Harbour' }, right: 'use', createdAt: '2026-11-22' })
  expect(await screen.findByText('Saved: Harbour, Can view and use')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toMatch(/\/meetings\/m1$/)

  await user.selectOptions(right, 'Not shared')
  const ended = await vee.next()
  expect([ended.method, ended.path]).toEqual(['DELETE', '/api/meetings/m1/shares/o1'])
  ended.json(204, undefined)
  expect(await screen.findByText('Saved: Harbour, Not shared')).toBeDefined()
})

test('a failure is shown, and the previous choice restored', async () => {
  const user = await open(
    'agent',
    [team('o1', 'Harbour', 'admin')],
    [{ organization: { id: 'o1', name: 'Harbour' }, right: 'use', createdAt: '2026-11-22' }],
  )
  const right = await screen.findByRole('combobox', { name: 'Members of Harbour' })
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull()
  await user.selectOptions(right, 'Can also edit')
  const asked = await vee.next()
  expect(asked.path).toBe('/api/agents/m1/shares/o1')
  asked.json(403, { error: 'FORBIDDEN', message: 'no', requestId: 'r' })
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Something went wrong. Nothing was changed.',
  )
  expect((right as HTMLSelectElement).value).toBe('use')
})

test('without a team it explains what to do', async () => {
  await open('meeting', [], [])
  expect(await screen.findByText(/You have no team to share with/)).toBeDefined()
})
