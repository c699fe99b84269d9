import type { ConversationMessage } from '@vee/contract/entities/conversation'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTab, type FakeTab } from '../../../../../fakes/browser/index.ts'
import { startFakeVee, type Exchange, type FakeVee } from '../../../../../fakes/vee/index.ts'
import type { Chat } from './chat.ts'
import { createChatStore } from './chat-store.ts'
import { loadForQuestions, loadOlder, openConversation } from './older-messages.ts'
import { requestsTo } from './requests.fixture.ts'

let vee: FakeVee
let tab: FakeTab
let chat: Chat

const createChat = () =>
  createChatStore({ ...requestsTo(vee.url), agentId: 'v_agent', preferences: () => ({}) })

beforeEach(async () => {
  tab = openTab()
  vee = await startFakeVee()
  chat = createChat()
})

afterEach(async () => {
  chat.dispose()
  await vee.close()
  vi.unstubAllGlobals()
})

const messagesOf = (...ids: readonly string[]): readonly ConversationMessage[] =>
  ids.map((id, index) => ({
    id,
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `text of ${id}`,
    timestamp: '2026-11-21T11:00:00.000Z',
  }))

const sendPage = (asked: Exchange, messages: readonly ConversationMessage[], nextCursor: string | null) =>
  asked.json(200, {
    id: 'c1',
    agentId: 'v_agent',
    title: 'A title',
    createdAt: '2026-11-21T11:00:00.000Z',
    updatedAt: '2026-11-21T11:00:00.000Z',
    messageCount: 9,
    archived: false,
    messages,
    nextCursor,
  })

const signal = () => new AbortController().signal
const ids = () => chat.state.getState().messages.map(({ id }) => id)

async function open(nextCursor: string | null, ...shown: readonly string[]): Promise<void> {
  const opened = openConversation(chat, 'c1')
  sendPage(await vee.next(), messagesOf(...shown), nextCursor)
  await opened
}

it('opens a conversation with its newest messages, and adds older ones before them', async () => {
  const opened = openConversation(chat, 'c1')
  const first = await vee.next()
  expect(first.path).toBe('/api/conversations/c1?limit=100')
  sendPage(first, messagesOf('m5', 'm6'), 'before m5')
  await opened
  expect(chat.state.getState()).toMatchObject({ conversationId: 'c1', olderCursor: 'before m5' })

  const loaded = loadOlder(chat, signal())
  const second = await vee.next()
  expect(second.path).toBe('/api/conversations/c1?cursor=before+m5&limit=300')
  sendPage(second, messagesOf('m3', 'm4'), null)
  await loaded
  expect(ids()).toEqual(['m3', 'm4', 'm5', 'm6'])
  expect(chat.state.getState().olderCursor).toBeUndefined()
  await loadOlder(chat, signal())
  expect(vee.untaken()).toEqual([])
})

it('loads older messages until a question carries no more of them', async () => {
  await open('1', 'm9')
  const filled = loadForQuestions(chat, signal())
  sendPage(await vee.next(), messagesOf('m7', 'm8'), '2')
  const long = messagesOf('m5', 'm6').map((message) => ({ ...message, content: 'a'.repeat(200_000) }))
  sendPage(await vee.next(), long, '3')
  await filled
  expect(ids()).toEqual(['m5', 'm6', 'm7', 'm8', 'm9'])
  expect(chat.state.getState().olderCursor).toBe('3')
  expect(vee.untaken()).toEqual([])
})

it('adds no page to a conversation that was opened meanwhile', async () => {
  await open('1', 'm9')
  const loaded = loadOlder(chat, signal())
  const asked = await vee.next()
  chat.show('c2', [], '1')
  sendPage(asked, messagesOf('m7', 'm8'), null)
  await loaded
  expect(chat.state.getState()).toMatchObject({ conversationId: 'c2', messages: [], olderCursor: '1' })
})

it('keeps the place of older messages over a reload of the page, and loads them again', async () => {
  await open('1', 'm8', 'm9')
  const loaded = loadOlder(chat, signal())
  sendPage(await vee.next(), messagesOf('m6', 'm7'), null)
  await loaded
  chat.markPlayed('m7', 4)
  tab.reload()
  chat.dispose()
  chat = createChat()
  expect(chat.state.getState()).toMatchObject({ conversationId: 'c1', olderCursor: '1' })
  const again = loadOlder(chat, signal())
  sendPage(await vee.next(), messagesOf('m6', 'm7'), null)
  await again
  expect(ids()).toEqual(['m6', 'm7', 'm8', 'm9'])
})

it('ends with the messages that are here when the conversation is deleted elsewhere, and keeps its place after a failure', async () => {
  await open('1', 'm9')
  const failed = loadOlder(chat, signal())
  ;(await vee.next()).json(503, { error: 'UNAVAILABLE', message: 'Busy', requestId: 'r' })
  await expect(failed).rejects.toThrow('')
  expect(chat.state.getState().olderCursor).toBe('1')
  const gone = loadOlder(chat, signal())
  ;(await vee.next()).json(404, { error: 'NOT_FOUND', message: 'Gone', requestId: 'r' })
  await gone
  expect(chat.state.getState().olderCursor).toBeUndefined()
  expect(ids()).toEqual(['m9'])
})
