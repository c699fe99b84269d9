// @vitest-environment happy-dom
import type { Agent } from '@vee/contract/entities/agent'
import { beforeEach, expect, it, vi } from 'vitest'
import { switchTexts } from '#i18n/index.ts'
import type { SpokenCommand } from '#voice/words/index.ts'
import { executeCommand, type CommandReach } from './execute-command.ts'

const agent = (id: string, label: string, lock?: Agent['accessTier']) =>
  ({ id, label, locked: lock !== undefined, accessTier: lock ?? 'public' }) as unknown as Agent

/** The catalogue as returned to a visitor. */
const AGENTS = [
  agent('nerf_agent', 'Nerf', 'member'),
  agent('v_agent', 'V'),
  agent('tutor_agent', 'Tutor'),
  agent('lc_audit_aide', 'LC Audit Aide', 'premium'),
]

let active: string
const tell = vi.fn<(text: string) => void>()
beforeEach(async () => {
  active = 'v_agent'
  tell.mockClear()
  await switchTexts('en')
})

function say(command: SpokenCommand, agents = AGENTS): string {
  const reach = {
    agents: () => agents,
    activeAgent: () => active,
    switchAgent: (id: string) => (active = id),
    tell,
  } as unknown as CommandReach
  executeCommand(command, reach)
  return active
}

it('"next agent" cycles through the agents available to the user', () => {
  expect([1, 2, 3].map(() => say({ kind: 'next-agent' }))).toEqual(['tutor_agent', 'v_agent', 'tutor_agent'])
})

it('"next agent" skips one that has been locked in the meantime', () => {
  active = 'nerf_agent'
  expect(say({ kind: 'next-agent' })).toBe('v_agent')
})

it('"next agent" does nothing while the catalogue is not loaded', () => {
  expect(say({ kind: 'next-agent' }, [])).toBe('v_agent')
})

it('an agent that requires a login is not switched to by name, with an explanation', async () => {
  expect(say({ kind: 'switch-agent', agentId: 'nerf_agent' })).toBe('v_agent')
  await vi.waitFor(() => expect(tell).toHaveBeenCalledWith('Log in to talk to Nerf'))
  expect(say({ kind: 'switch-agent', agentId: 'tutor_agent' })).toBe('tutor_agent')
})
