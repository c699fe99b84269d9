import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Upstream } from '../../fakes/upstream/index.ts'
import type { Step } from '../../fakes/upstream/scripts.ts'
import { startServerWithUpstream, type TestServers } from './fixtures/test-server.ts'

// What is stored is searched before the model is asked, where that is faster or the model cannot search.

let servers: TestServers
let upstream: Upstream
let token: string

beforeEach(async () => {
  ;({ servers, upstream, token } = await startServerWithUpstream())
  const line = { id: 'l1', start: 61, end: 66, speaker: 'Anna', text: 'We repair the roof in April.' }
  const meeting = { title: 'House meeting', meetingDate: '2026-10-02', transcriptLines: [line] }
  const { status } = await servers.call('POST', '/meetings', token, meeting)
  if (status !== 201) throw new Error('The meeting was not stored.')
})
afterEach(() => servers.close())

const ask = (content: string, more: object = {}) =>
  servers.call('POST', '/chat', token, { messages: [{ role: 'user', content, id: 'q1' }], ...more })
const sent = () => JSON.stringify(upstream.requests.at(-1)?.json)

const QUESTION = 'What did we decide about the roof?'
const PASSAGE = 'We repair the roof in April.'

/** A model whose server refuses requests with tools. */
const withoutTools: Step = ({ json }) =>
  JSON.stringify(json).includes('"tools"') ? 'bad-request' : { text: 'You repair the roof in April [1].' }

describe('before the model is asked, what is stored is searched', () => {
  it('for a spoken question about it, which the model then answers at once, with its source', async () => {
    upstream.scriptOnly('chat', { text: 'You repair the roof in April [1].' })
    const { json } = await ask(QUESTION, { voice: { isSpoken: true } })
    expect(sent()).toContain(PASSAGE)
    expect(upstream.requests.filter(({ path }) => path.endsWith('/chat/completions'))).toHaveLength(1)
    expect(json).toMatchObject({
      content: 'You repair the roof in April [1].',
      sources: [{ number: 1, kind: 'meeting', place: { fromMs: 61_000 } }],
    })
  })

  it('for a model that refuses tools, in place of the tool', async () => {
    upstream.scriptOnly('chat', withoutTools)
    const { json } = await ask(QUESTION)
    expect(sent()).toContain(PASSAGE)
    expect(json.content).toBe('You repair the roof in April [1].')
  })

  it('if the caller wants it, in the kinds that it wants, without the conversation itself', async () => {
    await ask('roof', { searchStored: { kinds: ['meeting'] } })
    expect(sent()).toContain(PASSAGE)
    await ask('roof', { searchStored: { kinds: ['note'] } })
    expect(sent()).not.toContain(PASSAGE)
  })
})

describe('nothing is searched', () => {
  it.each([
    ['a typed question, for which the model has the tool', QUESTION, {}],
    ['a spoken question about the world', 'What is the best roof?', { voice: { isSpoken: true } }],
    ['a caller who wants no tools', QUESTION, { voice: { isSpoken: true }, useTools: false }],
  ])('for %s', async (_, question, more) => {
    await ask(question, more)
    expect(sent()).not.toContain(PASSAGE)
  })

  it('for a model without tools, for a question about the world', async () => {
    upstream.scriptOnly('chat', withoutTools)
    await ask('Which roof lasts longest?')
    expect(sent()).not.toContain(PASSAGE)
  })

  it('of other members', async () => {
    token = await servers.register('bo@example.org')
    await ask(QUESTION, { voice: { isSpoken: true } })
    expect(sent()).not.toContain(PASSAGE)
  })
})
