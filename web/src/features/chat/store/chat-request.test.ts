import { expect, it } from 'vitest'
import { DOCUMENTS_PER_REQUEST } from '@vee/contract/entities/attachment-limits'
import { MAX_MESSAGES } from '@vee/contract/entities/history-config'
import type { Source } from '@vee/contract/entities/source'
import { chatRequestFor } from './chat-request.ts'
import type { Message } from './message.ts'

const messageOf = (text: string, index = 0): Message => ({
  role: 'user',
  id: `m${index}`,
  text,
  at: '2026-11-21T12:00:00.000Z',
  isSpoken: false,
})
const sentOf = (messages: readonly Message[]) =>
  chatRequestFor({ answeringAgentId: 'v_agent', conversationId: 'c1' }, messages, 'r1', {}).messages.map(
    ({ content }) => content,
  )

it('sends the conversation without messages that have no text', () => {
  expect(sentOf([messageOf('one'), messageOf('  '), messageOf('two')])).toEqual(['one', 'two'])
})

it('sends at most the number of messages that the contract allows, keeping the newest', () => {
  const sent = sentOf(Array.from({ length: MAX_MESSAGES + 5 }, (_, index) => messageOf(String(index), index)))
  expect(sent).toHaveLength(MAX_MESSAGES)
  expect(sent.at(-1)).toBe(String(MAX_MESSAGES + 4))
})

it('omits old messages when the request grows large, but never the question', () => {
  const long = 'x'.repeat(150_000)
  expect(
    sentOf([messageOf('old'), messageOf(long), messageOf(long), messageOf(long), messageOf('new')]),
  ).toEqual([long, long, 'new'])
  expect(sentOf([messageOf('old'), messageOf('x'.repeat(500_000))])).toHaveLength(1)
})

const withDocument = (id: string, index: number): Message => ({
  role: 'user',
  id: `m${index}`,
  text: `m${index}`,
  at: '2026-11-21T12:00:00.000Z',
  isSpoken: false,
  attachments: [{ id, kind: 'document', name: 'a.txt', mediaType: 'text/plain', bytes: 1 }],
})

it('omits old messages that name more documents than a request may, but never a document named again', () => {
  const documents = Array.from({ length: DOCUMENTS_PER_REQUEST + 1 }, (_, index) =>
    withDocument(`d${index}`, index),
  )
  expect(sentOf(documents)).toHaveLength(DOCUMENTS_PER_REQUEST)
  expect(sentOf(documents).at(-1)).toBe(`m${DOCUMENTS_PER_REQUEST}`)
  expect(sentOf(documents.map((_, index) => withDocument('same', index)))).toHaveLength(documents.length)
})

it('requests a reasoning effort for typed messages only, and sends no reasoning', () => {
  const wishes = { reasoningEffort: 'high', acceptsReasoning: true } as const
  const reply: Message = {
    role: 'assistant',
    id: 'r0',
    text: 'Yes',
    reasoning: 'Hm',
    at: '2026-11-21T12:00:00.000Z',
    agentId: 'v_agent',
    state: { kind: 'complete', finishReason: 'stop' },
    lastEventId: 3,
  }
  const state = { answeringAgentId: 'v_agent', conversationId: 'c1' } as const
  const typed = chatRequestFor(state, [messageOf('one'), reply, messageOf('two')], 'r1', wishes)
  expect(typed).toMatchObject({ reasoningEffort: 'high', acceptsReasoning: true })
  expect(JSON.stringify(typed)).not.toContain('Hm')
  const spoken = chatRequestFor(state, [{ ...messageOf('one'), isSpoken: true } as Message], 'r1', wishes)
  expect(spoken).not.toHaveProperty('reasoningEffort')
})

it('passes on how the history is wished for', () => {
  const wish = { history: { conversationContextMode: 'full' as const }, preventRepetition: true }
  expect(
    chatRequestFor({ answeringAgentId: 'v_agent', conversationId: 'c1' }, [messageOf('a')], 'r1', wish),
  ).toMatchObject(wish)
})

it('sends the numbers of sources with the replies that have them', () => {
  const source: Source = {
    id: 's1',
    number: 3,
    kind: 'web',
    title: 'Seals',
    url: 'https://a.example/',
    site: 'a.example',
    ref: null,
    place: null,
    fetchedAt: '2026-11-21T12:00:00.000Z',
    quotes: [{ text: 'Seals rest.', isProven: true }],
  }
  const reply: Message = {
    role: 'assistant',
    id: 'r0',
    agentId: 'v_agent',
    text: 'Seals rest [3].',
    at: source.fetchedAt,
    state: { kind: 'complete', finishReason: 'stop' },
    lastEventId: 0,
    sources: [source],
  }
  const state = { answeringAgentId: 'v_agent', conversationId: 'c1' } as const
  const { messages } = chatRequestFor(state, [messageOf('one'), reply, messageOf('two', 2)], 'r1', {})
  expect(messages.map(({ sources = [] }) => sources)).toEqual([[], [{ ...source, quotes: [] }], []])
})
