import type { Agent } from '@vee/contract/entities/agent'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createNotices } from '#features/notifications/index.ts'
import { switchTexts } from '#i18n/index.ts'
import { changeSettings, resetSettings, useSettings } from '#lib/settings/index.ts'
import { createAgentCatalogue } from './agents.ts'
import { followActiveAgent } from './follow-agent.ts'

const agent = (id: Agent['id'], more: Partial<Agent> = {}) => ({ id, label: id, ...more }) as Agent

let stop = () => {}
afterEach(() => stop())
beforeEach(async () => {
  await switchTexts('en')
  resetSettings()
})

function following(agents: readonly Agent[]) {
  const catalogue = createAgentCatalogue()
  const notices = createNotices(() => {})
  stop = followActiveAgent(catalogue, notices)
  const titles = () => notices.stack.toasts().map(({ title, message }) => [title, message])
  return { titles, list: () => catalogue.setState({ agents }) }
}

it('goes back to the default, and says so, when the saved agent is not there', () => {
  changeSettings({ currentAppMode: 'lc_audit_aide' })
  const { titles, list } = following([agent('v_agent', { label: 'V' })])
  list()
  expect(useSettings.getState().currentAppMode).toBe('v_agent')
  expect(titles()).toEqual([['This assistant is not available', 'Going on with V.']])
})

it('says that there is nothing to go back to', () => {
  changeSettings({ currentAppMode: 'lc_audit_aide' })
  const { titles, list } = following([agent('nerf_agent')])
  list()
  expect(titles()).toEqual([['Agent Initialization Error', 'Could not load a default assistant interface.']])
})

it('keeps the saved agent, also when it is locked, and while the catalogue is not there', () => {
  changeSettings({ currentAppMode: 'nerf_agent' })
  const { titles, list } = following([agent('v_agent'), agent('nerf_agent', { locked: true })])
  expect(useSettings.getState().currentAppMode).toBe('nerf_agent')
  list()
  expect(useSettings.getState().currentAppMode).toBe('nerf_agent')
  expect(titles()).toEqual([])
})

it("gives the agent's own voice to whoever comes to it", () => {
  const persona = { name: 'Coach', voiceId: 'openai:onyx', lang: 'en-US' }
  const { list } = following([agent('v_agent'), agent('tutor_agent', { defaultVoicePersona: persona })])
  list()
  changeSettings({ currentAppMode: 'tutor_agent' })
  expect(useSettings.getState().selectedTtsVoiceId).toBe('openai:onyx')
  changeSettings({ currentAppMode: 'v_agent' })
  expect(useSettings.getState().selectedTtsVoiceId).toBe('openai:onyx')
})
