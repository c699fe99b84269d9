// @vitest-environment happy-dom
import type { KnowledgeHit } from '@vee/contract/http/knowledge'
import { beforeEach, expect, it, vi } from 'vitest'
import { switchTexts } from '#i18n/index.ts'
import { useFoundPassages } from '#lib/files/found-passages.ts'
import { useMentionedNotes } from '#lib/files/mentioned-notes.ts'
import type { CommandedMessage } from './found-in-conversation.ts'
import { executeStoredCommand, type StoredCommand } from './stored-commands.ts'

const announce = vi.fn<(text: string) => void>()
const json = vi.fn<(...call: unknown[]) => Promise<unknown>>()
const send = vi.fn<(...call: unknown[]) => Promise<void>>()
const playMeeting = vi.fn<(id: string, seconds: number) => void>()
let messages: readonly CommandedMessage[]
let interruptedReply: { readonly replyId: string; readonly playedUntil: number } | undefined

beforeEach(async () => {
  for (const mock of [announce, json, send, playMeeting]) mock.mockReset()
  messages = []
  interruptedReply = undefined
  useFoundPassages.setState({ found: undefined })
  useMentionedNotes.setState({ mentioned: [], asked: undefined })
  await switchTexts('en')
})

function say(command: StoredCommand): Promise<void> {
  return executeStoredCommand(command, {
    api: { json, send },
    session: { snapshot: () => ({ interruptedReply }) },
    chat: () => ({
      state: { getState: () => ({ conversationId: 'c1', messages }) },
      startNew: () => undefined,
    }),
    announce,
    playMeeting,
  } as unknown as Parameters<typeof executeStoredCommand>[1])
}

const searched = (query: object, more: Partial<CommandedMessage> = {}): readonly CommandedMessage[] => [
  { id: 'q1', role: 'user', text: 'What about the roof?' },
  {
    id: 'r1',
    role: 'assistant',
    text: 'Slate.',
    tools: [{ name: 'search_knowledge', arguments: JSON.stringify(query) }],
    ...more,
  },
]
const HIT: KnowledgeHit = {
  kind: 'meeting',
  id: 'm1',
  title: 'House meeting',
  excerpt: 'Slate holds longest',
  marks: [],
  place: { fromMs: 61_000 },
  at: '2026-06-02T10:00:00.000Z',
  speaker: 'Anna',
}

it('narrows the last search, and then further', async () => {
  messages = searched({ query: 'roof', kinds: ['meeting'] })
  json.mockResolvedValue({ items: [HIT], nextCursor: null, unread: 0 })
  await say({ kind: 'narrow-search', from: '2026-06-01' })
  expect(json).toHaveBeenLastCalledWith('GET', '/search', {
    query: { q: 'roof', limit: 3, from: '2026-06-01' },
  })
  expect(announce).toHaveBeenLastCalledWith('House meeting, June 2, 2026. Anna: Slate holds longest.')
  await say({ kind: 'narrow-search', speaker: 'anna' })
  expect(json).toHaveBeenLastCalledWith('GET', '/search', {
    query: { q: 'roof', limit: 3, from: '2026-06-01', speaker: 'anna' },
  })
  await say({ kind: 'play-found' })
  expect(playMeeting.mock.calls).toEqual([['m1', 61]])
})

it('a later search begins again', async () => {
  messages = searched({ query: 'roof' })
  json.mockResolvedValue({ items: [], nextCursor: null, unread: 0 })
  await say({ kind: 'narrow-search', from: '2026-06-01' })
  expect(announce).toHaveBeenLastCalledWith('Nothing was found with that.')
  messages = [
    ...messages,
    ...searched({ query: 'chimney' }).map((message) => ({ ...message, id: `${message.id}b` })),
  ]
  await say({ kind: 'narrow-search', speaker: 'bo' })
  expect(json).toHaveBeenLastCalledWith('GET', '/search', {
    query: { q: 'chimney', limit: 3, speaker: 'bo' },
  })
})

it('plays the meeting that a reply quotes, also after it was loaded again', async () => {
  const source = { id: 's', number: 1, title: 'House', url: null, site: null, fetchedAt: '' }
  const quoted = {
    ...source,
    kind: 'meeting',
    ref: 'm2',
    place: { fromMs: 5_500 },
    quotes: [{ text: 'x', isProven: true }],
  }
  const [question, reply] = searched({})
  messages = [
    ...(question ? [question] : []),
    ...(reply
      ? [
          {
            id: reply.id,
            role: 'assistant',
            text: reply.text,
            sources: [quoted] as unknown as CommandedMessage['sources'] & object,
          },
        ]
      : []),
  ]
  await say({ kind: 'play-found' })
  expect(playMeeting.mock.calls).toEqual([['m2', 5.5]])
  json.mockResolvedValue({ items: [HIT], nextCursor: null, unread: 0 })
  await say({ kind: 'narrow-search', speaker: 'anna' })
  expect(json).toHaveBeenLastCalledWith('GET', '/search', {
    query: { q: 'What about the roof?', limit: 3, speaker: 'anna' },
  })
})

it('reads the notes aloud, and forgets the one at which it was interrupted', async () => {
  json.mockResolvedValue({
    items: [
      { id: 'n1', text: 'Likes tea.' },
      { id: 'n2', text: 'Lives in Graz' },
    ],
  })
  await say({ kind: 'about-me' })
  const text = announce.mock.calls[0]?.[0] ?? ''
  expect(text).toBe('I keep 2 notes about you: Likes tea. Lives in Graz.')
  interruptedReply = { replyId: 'announcement', playedUntil: text.indexOf('tea') }
  await say({ kind: 'forget-that' })
  expect(send).toHaveBeenLastCalledWith('DELETE', '/memory-notes/{id}', { params: { id: 'n1' } })
  expect(announce).toHaveBeenLastCalledWith('Forgotten: Likes tea.')
  interruptedReply = undefined
  await say({ kind: 'forget-that' })
  expect(send).toHaveBeenLastCalledWith('DELETE', '/memory-notes/{id}', { params: { id: 'n2' } })
})

it('says what is missing, and that something failed', async () => {
  await say({ kind: 'narrow-search', speaker: 'anna' })
  await say({ kind: 'play-found' })
  await say({ kind: 'forget-that' })
  json.mockRejectedValue(new Error('offline'))
  await say({ kind: 'about-me' })
  expect(announce.mock.calls.map(([text]) => text)).toEqual([
    'There is no search to narrow.',
    'There is no recording to play.',
    'I do not know which note you mean. You can delete it in the settings.',
    'This could not be loaded. Try again later.',
  ])
})
