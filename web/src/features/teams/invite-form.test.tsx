/**
 * @vitest-environment happy-dom
 * @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
 */
import type { Organization } from '@vee/contract/entities/teams/organization'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { withFakeVee } from '#lib/http/fake-vee.fixture.ts'
import { createApi } from '#lib/http/index.ts'
import type { FakeVee } from '../../../../fakes/vee/index.ts'
import { TeamActionsContext } from './team-actions.ts'
import { InviteForm } from './invite-form.tsx'

let vee: FakeVee
withFakeVee((fresh) => (vee = fresh))

const organization: Organization = {
  id: 'harbour',
  name: 'Harbour',
  planId: 'free',
  seatLimit: 5,
  seats: { active: 1, pending: 0, limit: 5 },
  role: 'admin',
  members: [],
  invites: [],
  usage: { primary: { total: 0, used: 0, remaining: 0 } },
  afterPool: 'own',
  allowsLinks: true,
  createdAt: '2026-11-21T12:00:00.000Z',
}

async function runAction(_titles: object, work: () => Promise<unknown>): Promise<boolean> {
  await work()
  return true
}

test.each([
  [true, /^An email with the link is on its way to bob@example.org\./],
  [false, /^No email was sent, because this server cannot send any\. Copy the link/],
])(
  'after an invite the notice begins with what happened to its mail: mailed %s',
  async (isMailed, message) => {
    const tell = vi.fn()
    const api = createApi({ origin: vee.url })
    render(
      <TeamActionsContext value={{ api, tell, runAction, renderKnowledge: () => null }}>
        <InviteForm organization={organization} />
      </TeamActionsContext>,
    )
    const user = userEvent.setup()
    await user.type(screen.getByLabelText('Email address'), 'bob@example.org')
    await user.click(screen.getByRole('button', { name: 'Send invite' }))
    const call = await vee.next()
    call.json(201, { id: 'i', email: 'bob@example.org', isMailed })
    await vi.waitFor(() => expect(tell).toHaveBeenCalledOnce())
    expect(tell).toHaveBeenCalledWith({
      type: 'success',
      title: 'Invite sent',
      message: expect.stringMatching(message) as string,
    })
  },
)
