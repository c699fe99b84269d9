/**
 * @vitest-environment happy-dom
 * @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
 */
import type { ErrorCode } from '@vee/contract/errors'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { withFakeVee } from '#lib/http/fake-vee.fixture.ts'
import { createApi } from '#lib/http/index.ts'
import type { FakeVee } from '../../../../fakes/vee/index.ts'
import { InviteAcceptanceScreen } from './index.ts'

let vee: FakeVee
withFakeVee((fresh) => (vee = fresh))

function open(token: string | undefined) {
  const tell = vi.fn()
  const onSwitchAccount = vi.fn()
  render(
    <InviteAcceptanceScreen
      api={createApi({ origin: vee.url })}
      token={token}
      tell={tell}
      toTeams={<a href="/teams">to teams</a>}
      toSettings={<a href="/settings">to settings</a>}
      onSwitchAccount={onSwitchAccount}
    />,
  )
  return { tell, onSwitchAccount }
}

const refusal = (error: ErrorCode, details?: object) => ({ error, message: error, requestId: 'r', details })

test.each<[number, ErrorCode, object | undefined, string]>([
  [404, 'NOT_FOUND', undefined, 'Invite not found. The link may be incomplete, or the team was closed.'],
  [409, 'INVITE_USED', undefined, 'This invite has already been used.'],
  [410, 'INVITE_EXPIRED', undefined, 'This invite has expired. Ask for a new one.'],
  [410, 'INVITE_REVOKED', undefined, 'This invite was revoked. Ask for a new one.'],
  [409, 'ALREADY_MEMBER', undefined, 'You are already a member of this team.'],
  [429, 'RATE_LIMITED', undefined, 'Too many invalid links. Wait 15 minutes and try again.'],
  [500, 'INTERNAL', undefined, 'Something went wrong. Please try again.'],
])(
  'a link that fails with %i %s explains it, and leads back to the settings',
  async (status, code, details, text) => {
    const { tell } = open('a-token')
    expect(screen.getByRole('status').textContent).toContain('Joining the team…')
    const requestedToken = await vee.next()
    expect(requestedToken.path).toBe('/api/organizations/invites/a-token/accept')
    requestedToken.json(status, refusal(code, details))
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(screen.getByRole('link', { name: 'to settings' })).toBeDefined()
    expect(tell).toHaveBeenCalledExactlyOnceWith({
      type: 'error',
      title: 'Invite could not be accepted',
    })
  },
)

test.each([
  ['other-address', 'This invite is for another email address. Log in with the account it was sent to.'],
  ['shared-access', 'The global password is not a personal account. Log in with your own account to join.'],
])('a link for another user (%s) offers to log in as another one', async (reason, text) => {
  const { onSwitchAccount } = open('a-token')
  ;(await vee.next()).json(403, refusal('FORBIDDEN', { reason }))
  expect(await screen.findByText(text)).toBeDefined()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Log in with another account' }))
  expect(onSwitchAccount).toHaveBeenCalledOnce()
})

test('a link without a token sends no request', () => {
  open('')
  expect(screen.getByText('This invite link is incomplete.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'to settings' })).toBeDefined()
  expect(vee.untaken()).toHaveLength(0)
})

test('a valid link names its team, and so does the user’s own when it is opened again', async () => {
  const { tell } = open('a-token')
  ;(await vee.next()).json(200, { organization: { name: 'Harbour' } })
  expect(await screen.findByText('You are now in Harbour.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'to teams' })).toBeDefined()
  expect(tell).toHaveBeenCalledExactlyOnceWith({ type: 'success', title: 'Joined organization' })
  cleanup()
  const again = open('a-token')
  ;(await vee.next()).json(409, refusal('INVITE_USED', { organizationName: 'Harbour' }))
  expect(await screen.findByText('You are now in Harbour.')).toBeDefined()
  expect(again.tell).not.toHaveBeenCalled()
})
