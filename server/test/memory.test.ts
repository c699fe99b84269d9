import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MemoryNote } from '@vee/contract/http/memory'
import type { Upstream } from '../../fakes/upstream/index.ts'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { startServerWithUpstream, type TestServers } from './fixtures/test-server.ts'

// What agents remember of a member: written, proposed from what was said, decided about, and used in prompts.

let servers: TestServers
let upstream: Upstream
let token: string

beforeEach(async () => {
  ;({ servers, upstream, token } = await startServerWithUpstream())
})
afterEach(() => servers.close())

const call = (method: string, path: string, body?: object) => servers.call(method, path, token, body)
const write = async (text: string, more: object = {}): Promise<MemoryNote> =>
  (await call('POST', '/memory-notes', { text, ...more })).json
const list = async (query = ''): Promise<readonly MemoryNote[]> =>
  (await call('GET', `/memory-notes${query}`)).json.items
const textsOf = (notes: readonly MemoryNote[]) => notes.map(({ text }) => text)

/** Asks an agent, and returns the prompt that the model received. */
async function promptFor(content: string, agentId = 'v_agent', more: object = {}): Promise<string> {
  upstream.scriptOnly('chat', { text: 'Yes.' })
  await call('POST', '/chat', {
    agentId,
    conversationId: `conv-${agentId}`,
    messages: [{ role: 'user', content, id: 'q1' }],
    ...more,
  })
  return JSON.stringify(upstream.requests.at(-1)?.json)
}

describe('memory notes', () => {
  it('are written, found, changed, pinned and deleted', async () => {
    const { status, json } = await call('POST', '/memory-notes', { text: '  Sails a small boat. ' })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      text: 'Sails a small boat.',
      kind: 'fact',
      scope: 'all',
      state: 'accepted',
      quote: null,
      source: null,
      pinned: false,
    })
    await write('Works at night.')
    expect(textsOf(await list())).toEqual(['Works at night.', 'Sails a small boat.'])
    expect(textsOf(await list('?q=BOAT%20small'))).toEqual(['Sails a small boat.'])
    const changed = await call('PATCH', `/memory-notes/${json.id}`, { text: 'Sails a yacht.', pinned: true })
    expect(changed.json).toMatchObject({ text: 'Sails a yacht.', pinned: true })
    expect((await call('DELETE', `/memory-notes/${json.id}`)).status).toBe(204)
    expect(textsOf(await list())).toEqual(['Works at night.'])
    expect((await call('PATCH', `/memory-notes/${json.id}`, { pinned: true })).status).toBe(404)
  })

  it('are not stored twice', async () => {
    const first = await write('Likes tea.')
    expect((await write('likes TEA.')).id).toBe(first.id)
    expect(await list()).toHaveLength(1)
  })

  it('reach the agents of their scope only, pinned ones and those that concern the question first', async () => {
    await write('Learns Portuguese.', { scope: 'agent:tutor_agent' })
    await write('Sails a small boat.')
    expect(await promptFor('Good morning')).toContain('Sails a small boat.')
    expect(await promptFor('Good morning')).not.toContain('Learns Portuguese.')
    expect(await promptFor('Good morning', 'tutor_agent')).toContain('Learns Portuguese.')
    for (let count = 0; count < 60; count += 1)
      await write(`${count} ${'is a number that was noted. '.repeat(3)}`)
    const prompt = await promptFor('When does my boat need paint?')
    expect(prompt).toContain('Sails a small boat.')
    expect(prompt.match(/is a number that was noted/g)?.length).toBeLessThan(80)
    const { id } = await write('Prefers short answers.')
    await call('PATCH', `/memory-notes/${id}`, { pinned: true })
    expect(await promptFor('What about the weather?')).toContain('Prefers short answers.')
  })

  it.each([
    ['an empty text', { text: ' ' }],
    ['a long text', { text: 'x'.repeat(301) }],
    ['an unknown scope', { text: 'x', scope: 'everyone' }],
    ['the scope of a team of others', { text: 'x', scope: 'organization:other' }],
  ])('are refused with %s', async (_, body) => {
    expect((await call('POST', '/memory-notes', body)).status).toBe(400)
  })
})

const propose = (reply: string) => {
  upstream.scriptOnly('chat', { text: reply })
  return call('POST', '/memory-notes/proposals', { conversationId: 'conv-1' })
}

describe('proposals', () => {
  beforeEach(async () => {
    const contents = [
      'I moved to Lisbon last year and I am vegetarian. What can I cook?',
      'Try a caldo verde without sausage. You were born in Porto.',
      'My password is swordfish99, remember nothing of it.',
      'I will not.',
    ]
    await call('POST', '/conversations/import', {
      conversations: [
        {
          id: 'conv-1',
          agentId: 'v_agent',
          messages: contents.map((content, index) => ({
            id: `m${index}`,
            role: index % 2 === 0 ? 'user' : 'assistant',
            content,
            timestamp: '2026-09-01T10:00:00.000Z',
          })),
        },
      ],
    })
  })
  const LISBON = { text: 'Lives in Lisbon.', quote: 'I moved to Lisbon last year', kind: 'fact' }

  it('rest on words that the person said, and wait for a decision', async () => {
    const reply = [
      LISBON,
      { text: 'Is vegetarian.', quote: 'i am  VEGETARIAN', kind: 'taste' },
      { text: 'Was born in Porto.', quote: 'You were born in Porto', kind: 'fact' },
      { text: 'Likes jazz.', quote: 'I love jazz', kind: 'preference' },
      { text: 'The password is swordfish99.', quote: 'My password is swordfish99', kind: 'fact' },
    ]
    const { status, json } = await propose(`Here:\n\`\`\`json\n${JSON.stringify(reply)}\n\`\`\``)
    expect(status).toBe(200)
    expect(json.items).toMatchObject([
      {
        text: 'Lives in Lisbon.',
        state: 'proposed',
        quote: 'I moved to Lisbon last year',
        source: { conversationId: 'conv-1', messageId: 'm0' },
      },
      { text: 'Is vegetarian.', kind: 'fact', source: { messageId: 'm0' } },
    ])
    expect(await promptFor('Where do I live?')).not.toContain('Lives in Lisbon.')
    const [accepted, rejected] = json.items
    await call('PATCH', `/memory-notes/${accepted.id}`, { state: 'accepted' })
    await call('PATCH', `/memory-notes/${rejected.id}`, { state: 'rejected' })
    const prompt = await promptFor('Where do I live?')
    expect(prompt).toContain('Lives in Lisbon.')
    expect(prompt).not.toContain('Is vegetarian.')
    expect(textsOf(await list())).toEqual(['Lives in Lisbon.'])
    expect(textsOf(await list('?state=rejected'))).toEqual(['Is vegetarian.'])
  })

  it('are made once, also after a rejection, and only from what the person said', async () => {
    const [{ id }] = (await propose(JSON.stringify([LISBON]))).json.items
    await call('PATCH', `/memory-notes/${id}`, { state: 'rejected' })
    expect((await propose(JSON.stringify([LISBON]))).json.items).toEqual([])
    const prompt = JSON.stringify(upstream.requests.at(-1)?.json)
    expect(prompt).toContain('I moved to Lisbon')
    expect(prompt).not.toContain('caldo verde')
  })

  it.each(['I have nothing.', '[', '{"text": 1}', '[1, null, {"text": ""}]', '[]'])(
    'are none where the model answers %s',
    async (reply) => {
      expect(await propose(reply)).toMatchObject({ status: 200, json: { items: [] } })
    },
  )

  it('are not made from conversations of others', async () => {
    const other = await servers.register('bo@example.org')
    const body = { conversationId: 'conv-1' }
    expect((await servers.call('POST', '/memory-notes/proposals', other, body)).status).toBe(404)
  })

  it('are limited in an hour', async () => {
    upstream.scriptOnly('chat', { text: '[]' })
    const statuses: number[] = []
    for (let count = 0; count < 31; count += 1)
      statuses.push((await call('POST', '/memory-notes/proposals', { conversationId: 'conv-1' })).status)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  })
})

it('without advanced memory notes are neither used nor written', async () => {
  await write('Plays the cello.')
  expect(await promptFor('Hello')).toContain('cello')
  const prompt = await promptFor('Hello', 'v_agent', { history: { useAdvancedMemory: false } })
  expect(prompt).not.toContain('cello')
  expect(prompt).not.toContain('"remember"')
  expect(prompt).toContain('"calculate"')
})

it('a model that calls no tools is reminded of the notes too, and of no way to change them', async () => {
  await write('Plays the cello.')
  const edit = {
    canSee: null,
    canReason: null,
    contextTokens: null,
    outputTokens: null,
    prices: null,
    region: null,
    isRetired: false,
    canUseTools: false,
  }
  const { status } = await call('PUT', '/host/models', { id: 'openai:gpt-4o', version: 0, edit })
  expect(status).toBe(200)
  const prompt = await promptFor('Hello', 'v_agent', { model: 'gpt-4o' })
  expect(prompt).toContain('Plays the cello.')
  expect(prompt).toContain('- \\"Plays the cello.\\"')
  expect(prompt).not.toContain('"tools"')
  // The agent of the diary is never reminded.
  expect(await promptFor('Hello', 'diary_agent', { model: 'gpt-4o' })).not.toContain('cello')
})

it.each([
  ['English', 'The person sails a small boat on the lake near the old mill every Sunday morning.'],
  ['Japanese', '毎週日曜日の朝に古い水車小屋の近くの湖で小さなヨットに乗っていて帆を直すのが得意です。'],
])('at most 600 tokens of notes are in a prompt, pinned ones first (%s)', async (_, sentence) => {
  const pinned = await write(`${sentence} 0`)
  await call('PATCH', `/memory-notes/${pinned.id}`, { pinned: true })
  for (let count = 1; count <= 40; count += 1) await write(`${sentence} ${count}`)
  const prompt = await promptFor('Hello')
  const { content } = JSON.parse(prompt).messages[0]
  const lines = /^# Notes\n.*\n(?<lines>(?:- .*(?:\n|$))+)/m.exec(content)?.groups?.['lines'] ?? ''
  expect(lines.split('\n')[0]).toContain(`${sentence} 0`)
  expect(lines.split('\n').length).toBeGreaterThan(5)
  expect(countTokens(lines)).toBeLessThanOrEqual(600)
})

it('imported notes are proposals, and a decision about the same stays', async () => {
  const rejected = await write('Likes rain.', { state: 'proposed' })
  expect(rejected.state).toBe('proposed')
  await call('PATCH', `/memory-notes/${rejected.id}`, { state: 'rejected' })
  expect(await write('Likes rain.', { state: 'proposed' })).toMatchObject({
    id: rejected.id,
    state: 'rejected',
  })
  await write('Lives in Graz.', { state: 'proposed' })
  expect(textsOf(await list('?state=proposed'))).toEqual(['Lives in Graz.'])
  expect(await promptFor('Where do I live?')).not.toContain('Graz')
  expect(await write('Lives in Graz.')).toMatchObject({ state: 'accepted' })
})
