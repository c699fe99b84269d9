import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTab, type FakeTab } from '../../../../../fakes/browser/index.ts'
import { startFakeVee, type FakeVee } from '../../../../../fakes/vee/index.ts'
import type { Chat } from './chat.ts'
import { createChatStore } from './chat-store.ts'
import { requestsTo } from './requests.fixture.ts'

let vee: FakeVee
let tab: FakeTab
let chat: Chat

const openChat = () =>
  createChatStore({
    ...requestsTo(vee.url),
    agentId: 'v_agent',
    preferences: () => ({ acceptsReasoning: true }),
    retryDelay: () => 0,
  })

beforeEach(async () => {
  tab = openTab()
  vee = await startFakeVee()
  chat = openChat()
})
afterEach(async () => {
  chat.dispose()
  await vee.close()
  vi.unstubAllGlobals()
})

const by = { agentId: 'v_agent', conversationId: 'c1', model: 'm', provider: 'openai' } as const
const reasoning = (content: string): ReplyEvent => ({ type: 'reasoning_delta', content })

it('that was sent as text is moved out of it', async () => {
  chat.send('Hello')
  const exchange = await vee.next()
  const { replyId } = exchange.body as { replyId: string }
  exchange.send({ type: 'start', replyId, ...by }, 1)
  exchange.send({ type: 'chunk', content: 'They greet.' }, 2)
  await vi.waitFor(() => expect(chat.state.getState().running).toMatchObject({ text: 'They greet.' }))
  exchange.send({ type: 'retracted', kind: 'text', length: 'They greet.'.length }, 3)
  exchange.send(reasoning('They greet.'), 4)
  exchange.send({ type: 'chunk', content: 'Hello!' }, 5)
  await vi.waitFor(() =>
    expect(chat.state.getState().running).toMatchObject({ text: 'Hello!', reasoning: 'They greet.' }),
  )
  exchange.send({ type: 'retracted', kind: 'reasoning', length: 'greet.'.length }, 6)
  await vi.waitFor(() => expect(chat.state.getState().running).toMatchObject({ reasoning: 'They ' }))
})

it('of a model is kept apart from the text, and survives a reload and the end of the reply', async () => {
  chat.send('Why?')
  const exchange = await vee.next()
  const { replyId } = exchange.body as { replyId: string }
  exchange.send({ type: 'start', replyId, ...by }, 1)
  exchange.send(reasoning('Let me '), 2)
  exchange.send(reasoning('think.'), 3)
  await vi.waitFor(() =>
    expect(chat.state.getState().running).toMatchObject({ text: '', reasoning: 'Let me think.' }),
  )
  tab.reload()
  chat.dispose()
  chat = openChat()
  const resumed = await vee.next()
  resumed.send(reasoning(' So.'), 4)
  resumed.send({ type: 'chunk', content: 'Because.' }, 5)
  const usage = { promptTokens: 1, completionTokens: 2, totalTokens: 3 }
  const end = { usage, costUsd: 0, persona: null, finishReason: 'stop' } as const
  resumed.send({ type: 'final_response_metadata', replyId, ...by, ...end }, 6)
  resumed.end()
  await vi.waitFor(() => expect(chat.state.getState().running).toBeUndefined())
  expect(chat.state.getState().messages.at(-1)).toMatchObject({
    text: 'Because.',
    reasoning: 'Let me think. So.',
  })
})
