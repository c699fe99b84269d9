import type { Agent } from '@vee/contract/entities/agent'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createNotices } from '#features/system/notifications/notices.ts'
import { switchTexts } from '#i18n/index.ts'
import { changeSettings, resetSettings, useSettings } from '#lib/settings/index.ts'
import { createAgentStore } from './agents.ts'
import { followActiveAgent } from './follow-agent.ts'

const agent = (id: Agent['id'], more: Partial<Agent> = {}) => ({ id, label: id, ...more }) as Agent

let stop = () => {}
afterEach(() => stop())
beforeEach(async () => {
  await switchTexts('en')
  resetSettings()
})

function followAgents(agents: readonly Agent[], isUnknown = false) {
  const catalogue = createAgentStore()
  const notices = createNotices(() => {})
  stop = followActiveAgent(catalogue, notices, isUnknown)
  const titles = () => notices.stack.toasts().map(({ title, message }) => [title, message])
  return { titles, list: () => catalogue.setState({ agents }) }
}

it('returns to the default, with a notice, if the saved agent does not exist', () => {
  changeSettings({ activeAgentId: 'lc_audit_aide' })
  const { titles, list } = followAgents([agent('v_agent', { label: 'V' })])
  list()
  expect(useSettings.getState().activeAgentId).toBe('v_agent')
  expect(titles()).toEqual([['This assistant is not available', 'Continuing with V.']])
})

it('explains that there is no agent to return to', () => {
  changeSettings({ activeAgentId: 'lc_audit_aide' })
  const { titles, list } = followAgents([agent('nerf_agent')])
  list()
  expect(titles()).toEqual([['Agent Initialization Error', 'Could not load a default assistant interface.']])
})

it('preserves the saved agent while the catalogue is unavailable, and if signing in unlocks it', () => {
  changeSettings({ activeAgentId: 'nerf_agent' })
  const { titles, list } = followAgents([
    agent('v_agent'),
    agent('nerf_agent', { locked: true, accessTier: 'member' }),
  ])
  expect(useSettings.getState().activeAgentId).toBe('nerf_agent')
  list()
  expect(useSettings.getState().activeAgentId).toBe('nerf_agent')
  expect(titles()).toEqual([])
})

it('returns when the plan no longer includes the saved agent', () => {
  changeSettings({ activeAgentId: 'lc_audit_aide' })
  const premium = agent('lc_audit_aide', { locked: true, accessTier: 'premium' })
  const { titles, list } = followAgents([agent('v_agent'), premium])
  list()
  expect(useSettings.getState().activeAgentId).toBe('v_agent')
  expect(titles()).toHaveLength(1)
})

it('shows once that the saved agent was unknown, even if the default is already active', () => {
  const { titles, list } = followAgents([agent('v_agent', { label: 'V' })], true)
  list()
  list()
  expect(titles()).toEqual([['This assistant is not available', 'Continuing with V.']])
})

it('does not switch from an agent that exists and is available', () => {
  changeSettings({ activeAgentId: 'tutor_agent' })
  const { titles, list } = followAgents([agent('v_agent'), agent('tutor_agent')])
  list()
  expect(useSettings.getState().activeAgentId).toBe('tutor_agent')
  expect(titles()).toEqual([])
})
