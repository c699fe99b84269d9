import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { keepToken } from '#lib/http/auth-token.ts'
import { openTab, type FakeTab } from '../../../../../fakes/browser/index.ts'
import { startFakeVee, type Exchange, type FakeVee } from '../../../../../fakes/vee/index.ts'
import { fetchConversation } from '../lazy-conversation.ts'
import type { Chat } from '../store/chat.ts'
import type { UnsentQuestion } from '../store/chat-request.ts'
import { createChatStore } from '../store/chat-store.ts'
import type { ReplyMessage } from '../store/message.ts'
import { placeAmongVersions, regenerate, rowIdOf, showVersion, versionsOf } from './reply-versions.ts'
import { requestsTo } from '../store/requests.fixture.ts'
import { shownMessages, storedConversations } from '../store/tab-conversations.ts'

let vee: FakeVee
let tab: FakeTab
let chat: Chat

beforeAll(fetchConversation)
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

/** As over an open socket, which sends the question itself; undefined where it does not. */
const replyOnItsWay = vi.fn<(question: UnsentQuestion) => string | undefined>()

const openChat = () =>
  createChatStore({
    ...requestsTo(vee.url),
    agentId: 'v_agent',
    preferences: () => ({ model: 'openai:usual' }),
    replyOnItsWay,
    now: () => Date.UTC(2026, 10, 21),
    retryDelay: () => 0,
  })

const bodyOf = ({ body }: Exchange) =>
  body as { replyId: string; model?: string; keepsVersions?: boolean; messages: { content: string }[] }
const messages = () => chat.state.getState().messages
const reply = () => messages().findLast(({ role }) => role === 'assistant') as ReplyMessage
const texts = () => versionsOf(reply()).map(({ text }) => text)
const untilSettled = () => vi.waitFor(() => expect(chat.state.getState().running).toBeUndefined())

async function sendReply(exchange: Exchange, text: string, model = 'usual'): Promise<void> {
  const by = { agentId: 'v_agent', conversationId: 'c1', model, provider: 'openai' } as const
  const { replyId } = bodyOf(exchange)
  const final: ReplyEvent = {
    type: 'final_response_metadata',
    replyId,
    ...by,
    usage: { promptTokens: 1, completionTokens: 2, totalTokens: 3 },
    costUsd: 0.02,
    persona: null,
    finishReason: 'stop',
  }
  exchange.send({ type: 'start', replyId, ...by }, 1)
  exchange.send({ type: 'chunk', content: text }, 2)
  exchange.send(final, 3)
  exchange.end()
  await untilSettled()
}

/** Asks a question with two versions of its reply, the second one by another model. */
async function twoVersions(): Promise<void> {
  chat.send('Hello')
  await sendReply(await vee.next(), 'One')
  regenerate(chat, reply().id, 'openai:other')
  await sendReply(await vee.next(), 'Two', 'other')
}

it('keeps both versions, and requests the second one from the chosen model', async () => {
  chat.send('Hello')
  const first = await vee.next()
  expect(bodyOf(first)).toMatchObject({ model: 'openai:usual' })
  expect(bodyOf(first).keepsVersions).toBeUndefined()
  await sendReply(first, 'One')
  regenerate(chat, reply().id, 'openai:other')
  const second = await vee.next()
  expect(bodyOf(second)).toMatchObject({ model: 'openai:other', keepsVersions: true })
  expect(bodyOf(second).messages.map(({ content }) => content)).toEqual(['Hello'])
  await sendReply(second, 'Two', 'other')
  expect(texts()).toEqual(['One', 'Two'])
  expect(placeAmongVersions(reply())).toEqual({ number: 2, count: 2 })
  expect(reply()).toMatchObject({ text: 'Two', model: 'other' })
})

it('is requested from the chosen model over the socket too', async () => {
  chat.send('Hello')
  await sendReply(await vee.next(), 'One')
  regenerate(chat, reply().id, 'openai:other')
  expect(replyOnItsWay).toHaveBeenLastCalledWith(
    expect.objectContaining({ model: 'openai:other', keepsVersions: true }),
  )
})

it('shows the chosen version, in the same row, and sends it with later questions', async () => {
  await twoVersions()
  const row = rowIdOf(reply())
  showVersion(chat, reply().id, 1)
  expect(reply()).toMatchObject({ text: 'One', model: 'usual', version: 1 })
  expect(rowIdOf(reply())).toBe(row)
  showVersion(chat, reply().id, 3)
  expect(reply().text).toBe('One')
  chat.send('And?')
  const asked = bodyOf(await vee.next())
  expect(asked.messages.map(({ content }) => content)).toEqual(['Hello', 'One', 'And?'])
  expect([asked.model, asked.keepsVersions]).toEqual(['openai:usual', undefined])
})

it('survives a reload, with the shown version', async () => {
  await twoVersions()
  showVersion(chat, reply().id, 1)
  tab.reload()
  chat.dispose()
  chat = openChat()
  expect([reply().text, texts()]).toEqual(['One', ['One', 'Two']])
  showVersion(chat, reply().id, 2)
  expect(reply().text).toBe('Two')
})

it('requests the same model again when the page is reloaded before the first event', async () => {
  chat.send('Hello')
  await sendReply(await vee.next(), 'One')
  regenerate(chat, reply().id, 'openai:other')
  const lost = bodyOf(await vee.next())
  tab.reload()
  chat.dispose()
  chat = openChat()
  const again = await vee.next()
  expect(bodyOf(again)).toMatchObject({
    replyId: lost.replyId,
    model: 'openai:other',
    keepsVersions: true,
  })
  await sendReply(again, 'Two')
  expect(texts()).toEqual(['One', 'Two'])
})

it('keeps the earlier version when the new one fails, and when it is tried again', async () => {
  chat.send('Hello')
  await sendReply(await vee.next(), 'One')
  regenerate(chat, reply().id, 'openai:other')
  const refusal = { error: 'LLM_UNAVAILABLE', message: 'none', requestId: 'r' }
  ;(await vee.next()).json(503, refusal)
  await untilSettled()
  expect(placeAmongVersions(reply())).toEqual({ number: 2, count: 2 })
  chat.retry()
  const again = await vee.next()
  expect(bodyOf(again)).toMatchObject({ model: 'openai:other', keepsVersions: true })
  again.json(503, refusal)
  await untilSettled()
  // A version without text is not kept once another is shown.
  showVersion(chat, reply().id, 1)
  expect(texts()).toEqual(['One'])
  expect(placeAmongVersions(reply())).toEqual({ number: 1, count: 1 })
})

it('is imported with all versions, and read back', async () => {
  await twoVersions()
  showVersion(chat, reply().id, 1)
  const [conversation] = storedConversations()
  expect(conversation?.messages[1]).toMatchObject({
    content: 'One',
    version: 1,
    alternatives: [{ content: 'Two', model: 'other' }],
  })
  const [, back] = shownMessages({ agentId: 'v_agent', messages: [...(conversation?.messages ?? [])] })
  expect(versionsOf(back as ReplyMessage).map(({ text }) => text)).toEqual(['One', 'Two'])
})

it("stores a member's choice on the server, in order", async () => {
  await twoVersions()
  keepToken('of-a-member', false)
  const [firstVersion, secondVersion] = versionsOf(reply())
  showVersion(chat, reply().id, 1)
  showVersion(chat, reply().id, 2)
  const { conversationId } = chat.state.getState()
  const first = await vee.next()
  expect([first.method, first.path]).toEqual([
    'PUT',
    `/api/conversations/${conversationId}/versions/${firstVersion?.id}`,
  ])
  first.json(404, { error: 'NOT_FOUND', message: 'none', requestId: 'r' })
  expect((await vee.next()).path).toContain(secondVersion?.id)
})
