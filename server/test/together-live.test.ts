import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Conversation } from '@vee/contract/entities/conversation'
import { partsBySpeaker } from '@vee/contract/entities/speaker'
import { connectSocket } from '../../fakes/socket-client.ts'
import { type LiveModelService, startLiveModelService } from '../../fakes/live-model/index.ts'
import { openAiRealtime } from '../../fakes/live-model/openai.ts'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// The same script in the usual mode and with a live model: the same speakers with the same words.

let servers: TestServers
let upstream: Upstream
let vendor: LiveModelService
let url: string
let token: string

beforeEach(async () => {
  upstream = await startUpstream()
  vendor = await startLiveModelService(openAiRealtime({ apiKey: 'sk-live' }))
  servers = await createTestServers()
  url = await servers.start({
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: `${upstream.url}/v1`,
    LIVE_MODELS: 'openai:gpt-realtime-2.1-mini',
    LIVE_API_KEY: 'sk-live',
    LIVE_BASE_URL: `${vendor.url}/v1`,
    LIVE_PRICE_PER_MINUTE_USD: '0',
  })
  token = await servers.register('ann@example.org')
})
afterEach(async () => {
  await servers.close()
  await vendor.close()
  await upstream.close()
})

/** Who is asked what, and who answers. */
const SCRIPT = [
  { question: 'When was Rome founded?', answers: [['v_agent', 'In 753 BC.']] },
  { question: 'Tutor, what do you think?', answers: [['tutor_agent', 'That is a legend.']] },
  { question: 'And who founded it?', answers: [['tutor_agent', 'Romulus.']] },
  {
    question: 'What do both of you think of him?',
    answers: [
      ['v_agent', 'He was a king.'],
      ['tutor_agent', 'He was a myth.'],
    ],
  },
  {
    question: 'Coder and V, is that hard to know?',
    answers: [
      ['coding_assistant', 'A little.'],
      ['v_agent', 'Not at all.'],
    ],
  },
  { question: 'My tutor said it is.', answers: [['v_agent', 'I see.']] },
] as const

const TEXTS = SCRIPT.flatMap(({ answers }) => answers.map(([, text]) => text))
const TRANSCRIPT = SCRIPT.flatMap(({ question, answers }) => [['user', question], ...answers])

async function transcriptOf(conversationId: string) {
  const { json } = await servers.call('GET', `/conversations/${conversationId}`, token)
  return (json as Conversation).messages.flatMap((message) =>
    message.role === 'user'
      ? [['user', message.content]]
      : partsBySpeaker(message).map(({ agentId, text }) => [agentId, text]),
  )
}

it('a script has the same transcript in the usual mode and with a live model', async () => {
  const [first = { text: '' }, ...others] = TEXTS.map((text) => ({ text }))
  upstream.scriptOnly('chat', first, ...others)
  const messages: object[] = []
  for (const [index, { question }] of SCRIPT.entries()) {
    messages.push({ role: 'user', content: question, id: `usual-${index}` })
    const { status, json } = await servers.call('POST', '/chat', token, {
      conversationId: 'usual',
      acceptsSpeakers: true,
      messages,
    })
    expect(status).toBe(200)
    const { content, agentId, speakers, replyId: id } = json
    messages.push({ role: 'assistant', content, agentId, speakers, id })
  }
  expect(await transcriptOf('usual')).toEqual(TRANSCRIPT)

  vendor.script({ replies: TEXTS.map((text) => ({ text })) })
  const { json: agents } = await servers.call('GET', '/agents', token)
  const client = await connectSocket(url)
  client.say({ type: 'hello', version: 1, token })
  await client.next('ready')
  client.say({
    type: 'live-start',
    liveId: 'live-1',
    agentId: 'v_agent',
    conversationId: 'live',
    language: 'en',
    agents: agents.agents.map(({ id, label }: { id: string; label: string }) => ({ id, label })),
  })
  await client.next('live-started')
  for (const [index, { question, answers }] of SCRIPT.entries()) {
    client.say({ type: 'live-text', liveId: 'live-1', messageId: `live-${index}`, text: question })
    for (const [agentId, text] of answers) {
      expect(await client.next('live-reply-started')).toMatchObject({ agentId })
      expect(await client.next('live-reply-ended')).toMatchObject({ text, finishReason: 'stop' })
    }
  }
  client.say({ type: 'live-end', liveId: 'live-1' })
  await client.next('live-ended')
  await expect.poll(() => transcriptOf('live')).toEqual(TRANSCRIPT)
  await client.close()
  // Every agent has a voice of its own, and receives the words of others as those of others.
  const sessions = vendor.connections.map(({ messages }) => JSON.stringify(messages))
  const voices = sessions.map((sent) => /"voice":"(\w+)"/.exec(sent)?.[1])
  expect(voices).toEqual([voices[0], voices[1], voices[0], voices[1], voices[4], voices[0]])
  expect(new Set(voices).size).toBe(3)
  expect(sessions[1]).toContain(String.raw`[V said]\nIn 753 BC.`)
  expect(sessions[3]).toContain('another has just answered')
})
