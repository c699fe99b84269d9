import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Conversation } from '@vee/contract/entities/conversation'
import { startGemini } from '../../fakes/gemini/index.ts'
import type { Upstream } from '../../fakes/upstream/index.ts'
import { startServerWithUpstream, type TestServers } from './fixtures/test-server.ts'

// Several agents in one conversation, as an outside program sees it.

let servers: TestServers
let upstream: Upstream
let url: string
let token: string

beforeEach(async () => {
  ;({ servers, upstream, url, token } = await startServerWithUpstream())
})
afterEach(() => servers.close())

const call = (method: string, path: string, body?: object, by = token) => servers.call(method, path, by, body)
const ask = (content: string, more: object = {}) =>
  call('POST', '/chat', { conversationId: 'c1', messages: [{ role: 'user', content, id: content }], ...more })
const conversation = async (): Promise<Conversation> => (await call('GET', '/conversations/c1')).json
const list = async (query: string) =>
  (await call('GET', `/conversations?${query}`)).json.items.map(({ id }: { id: string }) => id)

describe('a conversation with several agents', () => {
  beforeEach(async () => {
    await ask('Hello', { agentId: 'v_agent' })
    await ask('And now?', { agentId: 'tutor_agent' })
  })

  it('names each speaker, who took part, and who answers next', async () => {
    const { json } = await ask('Go on.')
    expect(json.agentId).toBe('tutor_agent')
    const stored = await conversation()
    expect(stored).toMatchObject({ agentId: 'tutor_agent', participants: ['v_agent', 'tutor_agent'] })
    const replies = stored.messages.filter(({ role }) => role === 'assistant')
    expect(replies.map(({ agentId }) => agentId)).toEqual(['v_agent', 'tutor_agent', 'tutor_agent'])
  })

  it('is found by each of them', async () => {
    expect(await list('agentId=v_agent')).toEqual(['c1'])
    expect(await list('agentId=tutor_agent')).toEqual(['c1'])
    expect(await list('agentId=nerf_agent')).toEqual([])
  })

  it('is not joined by the diary', async () => {
    const { status, json } = await ask('Write that down.', { agentId: 'diary_agent' })
    expect([status, json.error]).toEqual([403, 'AGENT_NOT_HERE'])
  })

  it('has an entry in the ledger for each', async () => {
    const { json } = await call('GET', '/usage?groupBy=agent')
    expect(JSON.stringify(json)).toContain('tutor_agent')
    expect(JSON.stringify(json)).toContain('v_agent')
  })
})

it('a round is one reply, whose export and link name each speaker', async () => {
  await ask('Hello', { agentId: 'v_agent' })
  const { json } = await ask('Tutor and Coder, is it hard?', { acceptsSpeakers: true, replyId: 'r1' })
  expect(json.speakers).toMatchObject([{ agentId: 'coding_assistant' }])
  const stored = await conversation()
  expect(stored).toMatchObject({
    agentId: 'coding_assistant',
    participants: ['v_agent', 'tutor_agent', 'coding_assistant'],
  })
  expect(stored.messages.at(-1)).toMatchObject({ agentId: 'tutor_agent', speakers: json.speakers })
  const exported = await fetch(`${url}/api/conversations/c1/export`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect((await exported.text()).match(/^## .+$/gm)).toEqual([
    '## You',
    '## V',
    '## You',
    '## Tutor',
    '## Coding Assistant',
  ])
  const link = await call('POST', '/conversations/c1/links', {})
  const shared = await call('GET', `/shared/${link.json.url.split('/').at(-1)}`)
  expect(shared.json.messages.map((message: { agentId: string }) => message.agentId)).toEqual([
    'v_agent',
    'v_agent',
    'tutor_agent',
    'tutor_agent',
    'coding_assistant',
  ])
})

it('a conversation that is imported or forked keeps who took part', async () => {
  const messages = [
    { id: 'm1', role: 'user', content: 'Hello', timestamp: '2026-11-28T12:00:00.000Z' },
    {
      id: 'm2',
      role: 'assistant',
      agentId: 'tutor_agent',
      content: 'Hi.',
      timestamp: '2026-11-28T12:00:01.000Z',
    },
    { id: 'm3', role: 'user', content: 'And you?', timestamp: '2026-11-28T12:00:02.000Z' },
    {
      id: 'm4',
      role: 'assistant',
      agentId: 'v_agent',
      content: 'Hi too.',
      timestamp: '2026-11-28T12:00:03.000Z',
    },
  ]
  await call('POST', '/conversations/import', { conversations: [{ id: 'c1', agentId: 'v_agent', messages }] })
  const both = { agentId: 'v_agent', participants: ['tutor_agent', 'v_agent'] }
  expect(await conversation()).toMatchObject(both)
  const forked = await call('POST', '/conversations/c1/fork', { messageId: 'm4' })
  expect((await call('GET', `/conversations/${forked.json.id}`)).json).toMatchObject(both)
})

it("a person's custom agent is neither addressed nor asked by others", async () => {
  const bob = await servers.register('bob@example.org')
  await call('POST', '/agents', { name: 'Kai', purpose: 'Plans walks in secret places' })
  const messages = [{ role: 'user', content: 'Kai, where shall we walk?', id: 'q1' }]
  const mine = await call('POST', '/chat', { acceptsSpeakers: true, messages })
  expect(mine.json.agentId).toMatch(/^own_|custom/u)
  const others = await call('POST', '/chat', { acceptsSpeakers: true, messages }, bob)
  expect(others.json.agentId).toBe('v_agent')
  const asked = upstream.requests.findLast(({ path }) => path.endsWith('/completions'))
  expect(JSON.stringify(asked?.json)).not.toContain('secret places')
  expect(JSON.stringify(asked?.json)).not.toContain('\\"Kai\\"')
})

describe("others' words are messages of the user that name them, in turns as the vendor demands them,", () => {
  const messages = [
    { role: 'user', content: 'When was Rome founded?' },
    { role: 'assistant', content: 'In 753 BC.', agentId: 'v_agent' },
    { role: 'user', content: 'Tutor, is that so?' },
    { role: 'assistant', content: 'It is a legend.', agentId: 'tutor_agent' },
    { role: 'user', content: 'Tell me more.' },
  ]
  const askTutor = async (server: string) =>
    (await servers.call('POST', '/chat', token, { agentId: 'tutor_agent', messages, stream: false }, server))
      .json.content
  const wordsOfOthers = /When was Rome founded\?.*\[V said\]\\nIn 753 BC\..*Tutor, is that so\?/u

  it('by the wire of Anthropic', async () => {
    const server = await servers.start({ ANTHROPIC_API_KEY: 'sk-ant', ANTHROPIC_BASE_URL: upstream.url })
    upstream.script({ text: 'Romulus.' })
    expect(await askTutor(server)).toBe('Romulus.')
    const request = upstream.requests.find(({ path }) => path.endsWith('/messages'))?.json as {
      messages: { role: string; content: unknown }[]
    }
    expect(request.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(JSON.stringify(request.messages[0])).toMatch(wordsOfOthers)
    expect(JSON.stringify(request.messages[1])).toContain('It is a legend.')
  })

  it('by the wire of Gemini', async () => {
    const gemini = await startGemini({ models: ['gemini-3.8-flash'], apiKey: 'AIza-test-1234' })
    const server = await servers.start({ GEMINI_API_KEY: 'AIza-test-1234', GEMINI_BASE_URL: gemini.url })
    gemini.script({ text: 'Romulus.' })
    expect(await askTutor(server)).toBe('Romulus.')
    const { contents } = (await gemini.arrival(1)).json as { contents: { role: string }[] }
    expect(contents.map(({ role }) => role)).toEqual(['user', 'model', 'user'])
    expect(JSON.stringify(contents[0])).toMatch(wordsOfOthers)
    expect(JSON.stringify(contents[1])).toContain('It is a legend.')
    await gemini.close()
  })
})
