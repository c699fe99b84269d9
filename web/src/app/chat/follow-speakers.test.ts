import type { Agent } from '@vee/contract/entities/agent'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Chat } from '#features/chat/index.ts'
import { quietState } from '#features/chat/store/chat-state.ts'
import type { Message, ReplyMessage } from '#features/chat/store/message.ts'
import { voiceSettings } from '#lib/audio/voice-settings.ts'
import { activeAgentStore } from '#lib/active-agent.ts'
import { changeSettings, resetSettings } from '#lib/settings/index.ts'
import type { VoiceSnapshot } from '#voice/index.ts'
import { createAgentStore } from './agents.ts'
import { followSpeakers } from './follow-speakers.ts'

const agent = (id: Agent['id'], more: Partial<Agent> = {}) => ({ id, label: id, ...more }) as Agent
const emptyState = () =>
  quietState({
    agentId: 'v_agent',
    conversationId: 'c1',
    messages: [],
    branchMessages: [],
    draft: '',
    draftAttachments: [],
  })
const state = createStore(emptyState)
const continueWith: Chat['continueWith'] = (answeringAgentId) => state.setState({ answeringAgentId })

let stop = () => {}
afterEach(() => stop())
beforeEach(() => {
  resetSettings()
  state.setState(emptyState())
})

let snapshot = { visual: 'idle' } as VoiceSnapshot
let onSnapshot = () => {}
function say(next: Pick<VoiceSnapshot, 'visual' | 'saying'>): Agent['id'] | undefined {
  snapshot = next as VoiceSnapshot
  onSnapshot()
  return activeAgentStore.getState().soundingAgent?.id
}

function follow(agents: readonly Agent[]): void {
  const catalogue = createAgentStore()
  stop = followSpeakers(catalogue, () => ({ state, continueWith }) as unknown as Chat, {
    snapshot: () => snapshot,
    subscribe: (listener) => {
      onSnapshot = listener
      return () => {}
    },
  })
  catalogue.setState({ agents })
}

const withVoice = (id: Agent['id'], voiceId: string) =>
  agent(id, { defaultVoicePersona: { name: 'Coach', voiceId, lang: 'en-US' } })
const ids = () => voiceSettings().speakers.map(({ id }) => id)
const speaker = () => {
  const { speakers, agentId } = voiceSettings()
  return speakers.find(({ id }) => id === agentId)
}

it("speaks with the agent's own voice, else the one chosen for all; one chosen for the agent comes first", () => {
  follow([agent('v_agent'), withVoice('tutor_agent', 'openai_onyx')])
  changeSettings({ selectedTtsVoiceId: 'openai_alloy' })
  expect(speaker()?.voiceId).toBe('openai_alloy')
  state.setState({ answeringAgentId: 'tutor_agent' })
  expect(speaker()?.voiceId).toBe('openai_onyx')
  changeSettings({ voiceByAgent: { tutor_agent: 'openai_nova', v_agent: 'openai_echo' } })
  expect(speaker()?.voiceId).toBe('openai_nova')
  state.setState({ answeringAgentId: 'v_agent' })
  expect(speaker()?.voiceId).toBe('openai_echo')
})

it("wishes for the agent's voice and pace, unless the user chose them", () => {
  const wish = { pitch: 'low', tone: 'calm', pace: 0.95 } as const
  follow([agent('v_agent'), agent('tutor_agent', { voiceWish: wish })])
  expect(speaker()).toMatchObject({ wish: undefined, keepsPitch: false })
  state.setState({ answeringAgentId: 'tutor_agent' })
  expect(speaker()).toMatchObject({ wish, keepsPitch: false })
  changeSettings({ ttsRate: 1.5, ttsPitch: 1.2 })
  expect(speaker()).toMatchObject({ wish: { ...wish, pace: 1 }, keepsPitch: true })
  changeSettings({ ttsRate: 1.2, selectedTtsVoiceId: 'openai_nova' })
  expect(speaker()).toMatchObject({ voiceId: 'openai_nova', wish: { ...wish, pace: 1 } })
})

const reply = (id: string, agentId: ReplyMessage['agentId'], more: Partial<ReplyMessage> = {}): Message => ({
  role: 'assistant',
  id,
  agentId,
  text: 'One. Two.',
  at: '2026-11-28T12:00:00.000Z',
  state: { kind: 'complete', finishReason: 'stop' },
  lastEventId: 1,
  ...more,
})

it('names those who took part in the order in which they joined, and the active one last if it is new', () => {
  follow([agent('v_agent'), agent('tutor_agent'), agent('coding_assistant')])
  state.setState({ messages: [reply('r1', 'v_agent')], answeringAgentId: 'tutor_agent' })
  expect(ids()).toEqual(['v_agent', 'tutor_agent'])
  const speakers = [{ agentId: 'coding_assistant', start: 5, end: 9 }]
  state.setState({ messages: [reply('r1', 'tutor_agent', { speakers }), reply('r2', 'v_agent')] })
  expect(ids()).toEqual(['tutor_agent', 'coding_assistant', 'v_agent'])
})

it('the agent of the conversation goes on where the active one exists no longer', () => {
  follow([agent('v_agent')])
  state.setState({ messages: [reply('r1', 'tutor_agent')], answeringAgentId: 'tutor_agent' })
  expect(state.getState().answeringAgentId).toBe('v_agent')
  expect(voiceSettings().agentId).toBe('v_agent')
})

const saying = (replyId: string, start: number) => ({
  visual: 'speaking' as const,
  saying: { replyId, start, end: start + 4 },
})

it('publishes whose voice is played, where several take part', () => {
  follow([agent('v_agent'), agent('tutor_agent')])
  state.setState({ messages: [reply('r1', 'v_agent')] })
  expect(say(saying('r1', 0))).toBeUndefined()
  const speakers = [{ agentId: 'tutor_agent', start: 5, end: 9 }]
  state.setState({ messages: [reply('r1', 'v_agent', { speakers })], answeringAgentId: 'tutor_agent' })
  expect(say(saying('r1', 0))).toBe('v_agent')
  expect(say(saying('r1', 5))).toBe('tutor_agent')
  expect(say(saying('announcement', 0))).toBeUndefined()
  // A live model has no places in the text.
  expect(say({ visual: 'speaking', saying: undefined })).toBe('tutor_agent')
  expect(say({ visual: 'idle', saying: undefined })).toBeUndefined()
})
