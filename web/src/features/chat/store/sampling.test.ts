import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTab, type FakeTab } from '../../../../../fakes/browser/index.ts'
import { startFakeVee, type Exchange, type FakeVee } from '../../../../../fakes/vee/index.ts'
import type { Chat } from './chat.ts'
import { createChatStore } from './chat-store.ts'
import { requestsTo } from './requests.fixture.ts'

const SAMPLING = { temperature: 0.2, topP: null, maxOutputTokens: 300 }

let vee: FakeVee
let tab: FakeTab
let chat: Chat

const openChat = () =>
  createChatStore({
    ...requestsTo(vee.url),
    agentId: 'v_agent',
    preferences: () => ({}),
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

/** Inserts a saved prompt. */
function insert(text: string): void {
  chat.setDraft(text)
  chat.setDraftSampling(SAMPLING)
}

async function sendReply(exchange: Exchange, more: object = {}): Promise<void> {
  const { replyId } = exchange.body as { replyId: string }
  const usage = { promptTokens: 1, completionTokens: 2, totalTokens: 3 }
  const end = { usage, costUsd: 0, persona: null, finishReason: 'stop', ...more } as const
  exchange.send({ type: 'start', replyId, ...by }, 1)
  exchange.send({ type: 'chunk', content: 'Dear' }, 2)
  exchange.send({ type: 'final_response_metadata', replyId, ...by, ...end }, 3)
  exchange.end()
  await vi.waitFor(() => expect(chat.state.getState().running).toBeUndefined())
}

it('of a prompt is sent with its message and with a new version of the reply, but not with the next message', async () => {
  insert('Write a letter')
  chat.send('Write a letter')
  const first = await vee.next()
  expect(first.body).toMatchObject({ sampling: SAMPLING })
  expect(chat.state.getState().draftSampling).toBeUndefined()
  await sendReply(first, { ignoredSampling: ['temperature'] })
  expect(chat.state.getState().messages.at(-1)).toMatchObject({ ignoredSampling: ['temperature'] })
  chat.regenerate(chat.state.getState().messages.at(-1)?.id ?? '')
  const again = await vee.next()
  expect(again.body).toMatchObject({ sampling: SAMPLING })
  await sendReply(again)
  chat.setDraft('Thanks')
  chat.send('Thanks')
  expect((await vee.next()).body).not.toHaveProperty('sampling')
})

it('survives a reload and an edit, and ends when the field is emptied or something else is said', async () => {
  insert('Write a letter')
  tab.reload()
  chat.dispose()
  chat = openChat()
  expect(chat.state.getState()).toMatchObject({ draft: 'Write a letter', draftSampling: SAMPLING })
  chat.setDraft('Write a long letter')
  expect(chat.state.getState().draftSampling).toEqual(SAMPLING)
  chat.send('Spoken in between')
  const spoken = await vee.next()
  expect(spoken.body).not.toHaveProperty('sampling')
  await sendReply(spoken)
  chat.setDraft('')
  expect(chat.state.getState().draftSampling).toBeUndefined()
})

it('returns with a message that waited, and with the last one when it is edited', async () => {
  chat.send('One')
  const first = await vee.next()
  insert('Write a letter')
  expect(chat.send('Write a letter')).toBe('waiting')
  chat.editLast()
  expect(chat.state.getState()).toMatchObject({ draft: 'Write a letter', draftSampling: SAMPLING })
  await sendReply(first)
  chat.send('Write a letter')
  await sendReply(await vee.next())
  chat.editLast()
  expect(chat.state.getState().draftSampling).toEqual(SAMPLING)
})
