import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openTab, type FakeTab } from '../../../../fakes/browser/index.ts'
import { startFakeVee, type FakeVee } from '../../../../fakes/vee/index.ts'
import type { Chat } from '#features/chat/index.ts'
import { createChatStore } from '#features/chat/index.ts'
import { fetchConversation } from '#features/chat/lazy-conversation.ts'
import { requestsTo } from '#features/chat/store/requests.fixture.ts'
import { createLiveCallChat } from './live-call-chat.ts'

let vee: FakeVee
let tab: FakeTab
let chats: Chat[] = []

beforeAll(fetchConversation)
beforeEach(async () => {
  tab = openTab()
  vee = await startFakeVee()
})
afterEach(async () => {
  for (const chat of chats) chat.dispose()
  chats = []
  await vee.close()
  vi.unstubAllGlobals()
})

function openChat(): Chat {
  const chat = createChatStore({ ...requestsTo(vee.url), agentId: 'v_agent', preferences: () => ({}) })
  chats.push(chat)
  return chat
}

function beginConversation() {
  const chat = openChat()
  const live = createLiveCallChat()
  live.begin(chat)
  const started = { type: 'live-started', liveId: 'l', model: 'openai:gpt', agentId: 'v_agent' } as const
  live.started({ ...started, conversationId: 'c', voice: 'v', maxSeconds: 60 })
  return { chat, live }
}

const messagesOf = (chat: Chat) =>
  chat.state
    .getState()
    .messages.map((message) =>
      message.role === 'user' ? message.text : `${message.text} (${message.state.kind})`,
    )
const endOf = (replyId: string, text: string) =>
  ({ type: 'live-reply-ended', liveId: 'l', replyId, text, finishReason: 'stop', audioMs: 1 }) as const

it('writes both sides into the chat; a reply grows as the running one, and survives a reload', () => {
  const { chat, live } = beginConversation()
  live.asked({ messageId: 'q1', text: 'Hello?', isSpoken: true })
  live.replyStarted({ replyId: 'r1', agentId: 'tutor_agent' })
  expect(messagesOf(chat)).toEqual(['Hello?'])
  live.replySpoken('r1', 'Hi ')
  live.replySpoken('r1', 'there')
  expect(chat.state.getState().running).toMatchObject({ replyId: 'r1', text: 'Hi there' })
  tab.reload()
  expect(messagesOf(openChat())).toEqual(['Hello?', 'Hi there (stopped)'])

  live.replyEnded(endOf('r1', 'Hi there.'))
  expect(chat.state.getState().running).toBeUndefined()
  expect(messagesOf(chat)).toEqual(['Hello?', 'Hi there. (complete)'])
  expect(chat.state.getState().messages.at(-1)).toMatchObject({ agentId: 'tutor_agent', model: 'openai:gpt' })
})

it('leaves out a reply that was stopped before its first word', () => {
  const { chat, live } = beginConversation()
  live.asked({ messageId: 'q1', text: 'Hello?', isSpoken: true })
  live.replyStarted({ replyId: 'r1', agentId: 'v_agent' })
  live.replyEnded({ ...endOf('r1', ''), finishReason: 'stopped' })
  expect(messagesOf(chat)).toEqual(['Hello?'])
})

it('sends what was typed while a reply was spoken, once it has ended', async () => {
  const { chat, live } = beginConversation()
  live.replyStarted({ replyId: 'r1', agentId: 'v_agent' })
  live.replySpoken('r1', 'Hi')
  expect(chat.send('And now?')).toBe('waiting')
  live.replyEnded(endOf('r1', 'Hi.'))
  await expect.poll(() => vee.untaken().length).toBe(1)
})

it('ends a reply whose model failed with that reason, and one that the user ended as stopped', () => {
  const { chat, live } = beginConversation()
  for (const [replyId, isStopped] of [
    ['r1', false],
    ['r2', true],
  ] as const) {
    live.replyStarted({ replyId, agentId: 'v_agent' })
    live.replySpoken(replyId, 'Hi')
    live.replyLost(replyId, isStopped)
  }
  expect(messagesOf(chat)).toEqual(['Hi (failed)', 'Hi (stopped)'])
})

it('asks a question without a reply as a turn, and no other', async () => {
  const { live } = beginConversation()
  live.replyStarted({ replyId: 'r1', agentId: 'v_agent' })
  live.replySpoken('r1', 'Hi')
  live.replyEnded(endOf('r1', 'Hi.'))
  live.askAgain()
  live.asked({ messageId: 'q1', text: 'Hello?', isSpoken: true })
  live.askAgain()
  await expect.poll(() => vee.untaken().length).toBe(1)
  expect(JSON.stringify(vee.untaken()[0]?.body)).toContain('Hello?')
})

it('shows what was read for a reply', () => {
  const { chat, live } = beginConversation()
  live.replyStarted({ replyId: 'r1', agentId: 'v_agent' })
  live.replySpoken('r1', 'The tide rises.')
  const source = {
    id: 's1',
    number: 1,
    kind: 'web',
    title: 'Tides',
    url: 'https://noaa.example/tides',
    site: 'noaa.example',
    ref: null,
    place: null,
    fetchedAt: '2026-11-28T12:00:00.000Z',
    quotes: [],
  } as const
  live.replyEnded({ ...endOf('r1', 'The tide rises.'), sources: [{ ...source, quotes: [] }] })
  expect(chat.state.getState().messages.at(-1)).toMatchObject({ sources: [{ number: 1, title: 'Tides' }] })
})

it('shows the tools of what was delegated, and ends with them', () => {
  const { chat, live } = beginConversation()
  const started = { type: 'tool_started', id: 'call1', name: 'read_page', arguments: '{}' } as const
  live.tool('delegated-1', { ...started, needsConsent: true })
  expect(chat.state.getState()).toMatchObject({
    running: { replyId: 'delegated-1' },
    messages: [{ id: 'delegated-1', tools: [{ id: 'call1', state: 'asking' }] }],
  })
  live.tool('delegated-1', { type: 'tool_finished', id: 'call1', result: 'Done.', outcome: 'done' })
  expect(chat.state.getState().running).toBeUndefined()
  live.tool('delegated-1', { ...started, id: 'call2', needsConsent: false })
  expect(chat.state.getState().messages).toMatchObject([
    {
      tools: [
        { id: 'call1', state: 'done' },
        { id: 'call2', state: 'running' },
      ],
    },
  ])
})
