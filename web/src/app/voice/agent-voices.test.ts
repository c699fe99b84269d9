import type { Agent } from '@vee/contract/entities/agent'
import type { Voice } from '@vee/contract/entities/voice'
import { expect, it } from 'vitest'
import { activeAgentStore } from '#lib/active-agent.ts'
import { changeSettings } from '#lib/settings/index.ts'
import { createAgentVoices } from './agent-voices.ts'

const agents = ['v_agent', 'tutor_agent'].map((id) => ({ id, label: id }) as Agent)
const voices = ['alloy', 'nova'].map((id): Voice => ({
  id,
  providerVoiceId: id,
  name: id,
  lang: 'mul',
  provider: 'openai',
  quality: 'natural',
  isDefault: false,
  gender: null,
  description: '',
}))

it('casts again only where a setting, the voices or those who take part have changed', () => {
  const [v] = agents
  activeAgentStore.setState({ agent: v, participants: v ? [v] : [] })
  const voicesOf = createAgentVoices()
  const first = voicesOf(agents, voices, 'en')
  expect(first['v_agent']?.voice).not.toBe(first['tutor_agent']?.voice)
  activeAgentStore.setState({ participants: v ? [v] : [] })
  expect(voicesOf(agents, [...voices], 'en')).toBe(first)
  changeSettings({ voiceByAgent: { tutor_agent: 'alloy' } })
  expect(voicesOf(agents, voices, 'en')['tutor_agent']?.voice).toBe('alloy')
  activeAgentStore.setState({ participants: agents })
  expect(voicesOf(agents, voices, 'en')).not.toBe(first)
})
