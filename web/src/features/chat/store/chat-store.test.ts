import type { FinishReason, ReplyEvent } from '@vee/contract/stream/reply-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReplyProgress } from '#voice/session/ports.ts'
import { openTab, type FakeTab } from '../../../../../fakes/browser/index.ts'
import { startFakeVee, type Exchange, type FakeVee } from '../../../../../fakes/vee/index.ts'
import type { Chat } from './chat.ts'
import { createChatStore } from './chat-store.ts'
import { fetchConversation } from '../lazy-conversation.ts'
import type { Message, ReplyMessage } from './message.ts'
import { requestsTo } from './requests.fixture.ts'

let vee: FakeVee
let tab: FakeTab
let progress: ReplyProgress[] = []
/** the turns whose question was sent */
let askedTurns: string[] = []
let open: Chat[] = []

// As when the user has started to type.
beforeAll(fetchConversation)

beforeEach(async () => {
  tab = openTab()
  vee = await startFakeVee()
  progress = []
  askedTurns = []
})

afterEach(async () => {
  for (const chat of open) chat.dispose()
  open = []
  await vee.close()
  vi.unstubAllGlobals()
})

function openChat(mayGoOn = () => true): Chat {
  const chat = createChatStore({
    ...requestsTo(vee.url),
    agentId: 'v_agent',
    preferences: () => ({ language: 'de-DE' }),
    onAsked: (turnId) => askedTurns.push(turnId),
    onProgress: (report) => progress.push(report),
    maySendWaiting: mayGoOn,
    now: () => Date.UTC(2026, 10, 21),
    retryDelay: () => 0,
  })
  open.push(chat)
  return chat
}

/** Simulates a reload of the page: a new store on the same storage. */
function reloadChat(chat: Chat): Chat {
  tab.reload()
  chat.dispose()
  return openChat()
}

const by = { agentId: 'v_agent', conversationId: 'c1', model: 'gpt-4o', provider: 'openai' } as const
const replyIdOf = ({ body }: Exchange) => (body as { replyId: string }).replyId
const startOf = (exchange: Exchange): ReplyEvent => ({ type: 'start', replyId: replyIdOf(exchange), ...by })
const chunk = (content: string): ReplyEvent => ({ type: 'chunk', content })
const finalOf = (replyId: string, finishReason: FinishReason = 'stop'): ReplyEvent => ({
  type: 'final_response_metadata',
  replyId,
  ...by,
  usage: { promptTokens: 1, completionTokens: 2, totalTokens: 3 },
  costUsd: 0.02,
  persona: null,
  finishReason,
})

function sendReply(exchange: Exchange, text: string): void {
  exchange.send(startOf(exchange), 1)
  exchange.send(chunk(text), 2)
  exchange.send(finalOf(replyIdOf(exchange)), 3)
  exchange.end()
}

const textsOf = (messages: readonly Message[]) => messages.map(({ role, text }) => `${role}: ${text}`)
const lastReply = (chat: Chat) => chat.state.getState().messages.at(-1) as ReplyMessage
const kept = () => JSON.stringify(Object.entries(sessionStorage))
const untilSettled = (chat: Chat) => vi.waitFor(() => expect(chat.state.getState().running).toBeUndefined())
const untilWritten = (chat: Chat, text: string) =>
  vi.waitFor(() => expect(chat.state.getState().running?.text).toBe(text))

/** Returns a conversation with one answered question. */
async function talk(text = 'Hello'): Promise<Chat> {
  const chat = openChat()
  chat.send(text)
  sendReply(await vee.next(), 'Hi')
  await untilSettled(chat)
  return chat
}

describe('a question', () => {
  it('is sent, shown and stored within the same tick', () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    const chat = openChat()
    expect(chat.send(' Hello ')).toBe('sent')
    expect(fetched).toHaveBeenCalledOnce()
    expect(textsOf(chat.state.getState().messages)).toEqual(['user: Hello', 'assistant: '])
    expect(kept()).toContain('Hello')
  })

  it('carries the conversation, its history and the preferences', async () => {
    const chat = await talk()
    chat.send('And then?')
    const exchange = await vee.next()
    expect(exchange.body).toMatchObject({
      agentId: 'v_agent',
      language: 'de-DE',
      stream: true,
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi' },
        { role: 'user', content: 'And then?' },
      ],
    })
    expect(exchange.body).toMatchObject({
      conversationId: expect.stringMatching(/^conv-v_agent-1795219200000-[\da-f]{8}$/),
    })
  })

  it('of white space only is not sent', () => {
    const chat = openChat()
    expect(chat.send(' \n')).toBe('empty')
    expect(chat.state.getState().messages).toEqual([])
  })

  it('that was spoken reports how far the previous reply was heard, if that reply belongs to this conversation', async () => {
    const chat = await talk()
    const interruptedReply = { replyId: lastReply(chat).id, playedText: 'First you' }
    const other = { replyId: 'of-another-agent', playedText: 'Somebody else' }
    chat.ask({ turnId: 't1', text: 'Wait', utteranceId: 'u1', interruptedReply })
    const exchange = await vee.next()
    expect(exchange.body).toMatchObject({ voice: { interruptedAfter: 'First you' } })
    sendReply(exchange, 'Yes')
    await untilSettled(chat)
    expect(chat.state.getState().messages[2]).toMatchObject({ isSpoken: true })
    chat.ask({ turnId: 't2', text: 'Go on', utteranceId: 'u2', interruptedReply: other })
    expect((await vee.next()).body).toMatchObject({ voice: { isSpoken: true } })
  })
})

describe('a reply', () => {
  it('reports its progress to the voice, piece by piece', async () => {
    const chat = openChat()
    chat.ask({ turnId: 't1', text: 'Hello', utteranceId: undefined, interruptedReply: undefined })
    const exchange = await vee.next()
    // There is no response yet, and the state shows that one is awaited.
    expect(askedTurns).toEqual(['t1'])
    expect(progress).toEqual([])
    exchange.send(startOf(exchange), 1)
    exchange.send(chunk('One. '), 2)
    exchange.send(chunk('Two.'), 3)
    exchange.send(finalOf(replyIdOf(exchange)), 4)
    await untilSettled(chat)
    expect(progress).toEqual([
      { type: 'reply-started', turnId: 't1', replyId: replyIdOf(exchange) },
      { type: 'reply-text', turnId: 't1', text: 'One. ' },
      { type: 'reply-text', turnId: 't1', text: 'Two.' },
      { type: 'reply-ended', turnId: 't1', outcome: 'complete' },
    ])
    expect(lastReply(chat)).toMatchObject({
      text: 'One. Two.',
      model: 'gpt-4o',
      provider: 'openai',
      costUsd: 0.02,
      state: { kind: 'complete' },
    })
  })

  it('changes the state once for all the text of a frame', async () => {
    const chat = openChat()
    chat.send('Hello')
    const exchange = await vee.next()
    const texts: (string | undefined)[] = []
    chat.state.subscribe(({ running }) => texts.push(running?.text))
    const words = Array.from({ length: 50 }, (_, index) => `${index} `)
    exchange.sendText(
      words.map((word, index) => `id: ${index + 1}\ndata: ${JSON.stringify(chunk(word))}\n\n`).join(''),
    )
    await untilWritten(chat, words.join(''))
    expect(new Set(texts).size).toBeLessThan(5)
  })

  it('that is stopped keeps the text so far, and is stopped on the server', async () => {
    const chat = openChat()
    chat.ask({ turnId: 't1', text: 'Hello', utteranceId: undefined, interruptedReply: undefined })
    const exchange = await vee.next()
    exchange.send(chunk('So far'), 1)
    await untilWritten(chat, 'So far')
    chat.stop('t1')
    expect(lastReply(chat)).toMatchObject({ text: 'So far', state: { kind: 'stopped' } })
    expect(progress.at(-1)).toEqual({ type: 'reply-ended', turnId: 't1', outcome: 'stopped' })
    expect(await vee.next()).toMatchObject({ method: 'DELETE' })
  })

  it.each([
    ['is being written', (exchange: Exchange) => exchange.send(chunk('What'), 1), untilWritten],
    ['is complete', (exchange: Exchange) => sendReply(exchange, 'What'), untilSettled],
  ])(
    'that is withdrawn while it %s returns its question, which the next message replaces',
    async (_, reply, until) => {
      const chat = openChat()
      chat.ask({ turnId: 't1', text: 'Can you tell me.', utteranceId: 'u1', interruptedReply: undefined })
      reply(await vee.next())
      await until(chat, 'What')
      chat.withdraw('t1')
      expect(chat.state.getState()).toMatchObject({ draft: 'Can you tell me.', running: undefined })
      chat.addToDraft('how far it is to the moon?')
      expect(chat.send('Can you tell me. how far it is to the moon?')).toBe('sent')
      const { messages, draft } = chat.state.getState()
      expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
      expect(messages[0]).toMatchObject({ text: 'Can you tell me. how far it is to the moon?' })
      expect(draft).toBe('')
    },
  )

  it('that is withdrawn while another message is being typed is only stopped', async () => {
    const chat = openChat()
    chat.ask({ turnId: 't1', text: 'Can you tell me.', utteranceId: 'u1', interruptedReply: undefined })
    await vee.next()
    chat.setDraft('Something else')
    chat.withdraw('t1')
    expect(chat.state.getState()).toMatchObject({ draft: 'Something else', editingId: undefined })
    expect(lastReply(chat)).toMatchObject({ state: { kind: 'stopped' } })
  })

  it('of another turn is not stopped', async () => {
    const chat = openChat()
    chat.send('Hello')
    chat.stop('another')
    expect(chat.state.getState().running).toBeDefined()
  })

  it('that was refused shows the reason, and is sent again under a new id', async () => {
    const chat = openChat()
    chat.send('Hello')
    const exchange = await vee.next()
    exchange.json(503, { error: 'LLM_UNAVAILABLE', message: 'none', requestId: 'r' })
    await untilSettled(chat)
    expect(lastReply(chat).state).toEqual({
      kind: 'failed',
      code: 'LLM_UNAVAILABLE',
      status: 503,
      canResume: false,
    })
    chat.retry()
    const again = await vee.next()
    expect(askedTurns).toHaveLength(2)
    expect(replyIdOf(again)).not.toBe(replyIdOf(exchange))
    sendReply(again, 'Hi')
    await untilSettled(chat)
    expect(textsOf(chat.state.getState().messages)).toEqual(['user: Hello', 'assistant: Hi'])
  })

  it('whose connection does not recover continues from its last event on retry', async () => {
    const chat = openChat()
    chat.send('Hello')
    const exchange = await vee.next()
    exchange.send(chunk('So '), 1)
    await untilWritten(chat, 'So ')
    exchange.cut()
    for (let count = 0; count < 6; count += 1) (await vee.next()).cut()
    await untilSettled(chat)
    expect(lastReply(chat)).toMatchObject({ text: 'So ', state: { kind: 'failed', canResume: true } })
    chat.retry()
    const resumed = await vee.next()
    expect(resumed.headers).toMatchObject({ 'last-event-id': '1' })
    resumed.send(chunk('far'), 2)
    resumed.send(finalOf(replyIdOf(exchange)), 3)
    await untilSettled(chat)
    expect(lastReply(chat)).toMatchObject({ text: 'So far', state: { kind: 'complete' } })
  })

  it('that the listener interrupted stores how far it was heard', async () => {
    const chat = await talk()
    chat.markPlayed(lastReply(chat).id, 1)
    expect(lastReply(reloadChat(chat))).toMatchObject({ heardUntil: 1 })
  })
})

describe('a message sent while a reply runs', () => {
  it('waits its turn, and is sent when the reply has ended', async () => {
    const chat = openChat()
    chat.send('One')
    const first = await vee.next()
    chat.setDraft('Two')
    expect(chat.send('Two')).toBe('waiting')
    expect(chat.send('Three')).toBe('waiting')
    expect(chat.state.getState()).toMatchObject({ draft: '', waiting: { text: 'Two\n\nThree' } })
    sendReply(first, 'Hi')
    const second = await vee.next()
    expect(second.body).toMatchObject({ messages: [{}, {}, { content: 'Two\n\nThree' }] })
    expect(chat.state.getState().waiting).toBeUndefined()
  })

  it('keeps waiting while the reply is still being spoken', async () => {
    let isSaying = true
    const chat = openChat(() => !isSaying)
    chat.send('One')
    const first = await vee.next()
    chat.send('Two')
    sendReply(first, 'Hi')
    await untilSettled(chat)
    expect(chat.state.getState().waiting).toMatchObject({ text: 'Two' })
    isSaying = false
    chat.sendWaitingMessage()
    expect((await vee.next()).body).toMatchObject({ messages: [{}, {}, { content: 'Two' }] })
  })

  it('can be edited while it waits', () => {
    const chat = openChat()
    chat.send('One')
    chat.send('Two')
    expect(chat.editLast()).toBe(true)
    expect(chat.state.getState()).toMatchObject({ draft: 'Two', waiting: undefined })
  })

  it('returns to the field when the reply fails', async () => {
    const chat = openChat()
    chat.send('One')
    const first = await vee.next()
    chat.send('Two')
    chat.setDraft('Three')
    first.json(429, { error: 'RATE_LIMITED', message: 'slow', requestId: 'r' })
    await untilSettled(chat)
    expect(chat.state.getState()).toMatchObject({ draft: 'Two\n\nThree', waiting: undefined })
  })
})

describe('the last message', () => {
  it('is edited in the field and sent again in its place', async () => {
    const chat = await talk('Helo')
    chat.editLast()
    expect(chat.state.getState().draft).toBe('Helo')
    chat.setDraft('Hello')
    chat.send('Hello')
    expect((await vee.next()).body).toMatchObject({ messages: [{ content: 'Hello' }] })
    expect(textsOf(chat.state.getState().messages)).toEqual(['user: Hello', 'assistant: '])
    expect(chat.state.getState()).toMatchObject({ draft: '', editingId: undefined })
  })

  it('stays unchanged when editing is cancelled', async () => {
    const chat = await talk()
    chat.editLast()
    chat.cancelEdit()
    expect(chat.state.getState()).toMatchObject({ draft: '', editingId: undefined })
    expect(textsOf(chat.state.getState().messages)).toEqual(['user: Hello', 'assistant: Hi'])
  })
})

describe('a reload', () => {
  it('restores the conversation and the draft', async () => {
    const chat = await talk()
    chat.setDraft('Half a')
    chat.addToDraft('thought')
    const { conversationId, messages } = chat.state.getState()
    const after = reloadChat(chat)
    expect(after.state.getState()).toMatchObject({ conversationId, messages, draft: 'Half a thought' })
    expect(vee.untaken()).toEqual([])
  })

  it('during a reply continues after the last event, without sending the question again', async () => {
    const chat = openChat()
    chat.send('Hello')
    const exchange = await vee.next()
    exchange.send(startOf(exchange), 1)
    exchange.send(chunk('So '), 2)
    await untilWritten(chat, 'So ')
    const after = reloadChat(chat)
    const resumed = await vee.next()
    expect(resumed).toMatchObject({ method: 'GET', headers: { 'last-event-id': '2' } })
    expect(after.state.getState().running?.text).toBe('So ')
    resumed.send(chunk('far'), 3)
    resumed.send(finalOf(replyIdOf(exchange)), 4)
    await untilSettled(after)
    expect(lastReply(after)).toMatchObject({ text: 'So far', state: { kind: 'complete' }, model: 'gpt-4o' })
  })

  it('keeps the text received so far when the server no longer has the reply', async () => {
    const chat = openChat()
    chat.send('Hello')
    const exchange = await vee.next()
    exchange.send(chunk('So far'), 1)
    await untilWritten(chat, 'So far')
    const after = reloadChat(chat)
    const resumed = await vee.next()
    resumed.json(404, { error: 'NOT_FOUND', message: 'no', requestId: 'r' })
    await untilSettled(after)
    expect(lastReply(after)).toMatchObject({ text: 'So far', state: { kind: 'interrupted' } })
  })

  it('ignores broken and unknown entries of the storage', async () => {
    const chat = await talk()
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith('vee.message.')) sessionStorage.setItem(key, '{"role":"assistant","id":3}')
    }
    expect(reloadChat(chat).state.getState().messages).toEqual([])
  })
})

describe('a new conversation', () => {
  it('starts empty, with another id, and keeps the typed text', async () => {
    const chat = await talk()
    const before = chat.state.getState().conversationId
    chat.setDraft('typed')
    chat.startNew()
    expect(chat.state.getState()).toMatchObject({ messages: [], draft: 'typed' })
    expect(chat.state.getState().conversationId).not.toBe(before)
    expect(reloadChat(chat).state.getState().messages).toEqual([])
  })
})

describe('a full storage', () => {
  it('frees space for new messages by removing the oldest', async () => {
    const chat = await talk('oldest')
    const setItem = sessionStorage.setItem.bind(sessionStorage)
    vi.spyOn(sessionStorage, 'setItem').mockImplementation((key, value) => {
      if (kept().includes('oldest')) throw new DOMException('full', 'QuotaExceededError')
      setItem(key, value)
    })
    chat.send('newest')
    expect(kept()).toContain('newest')
    expect(chat.state.getState().messages[0]?.text).toBe('oldest')
  })
})

const delta = (id: string, text: string): ReplyEvent => ({
  type: 'result_delta',
  id,
  kind: 'quiz',
  delta: text,
})
const arrivingText = (chat: Chat) => chat.state.getState().running?.arriving?.json

describe('a result in addition to the text', () => {
  it('is available as far as it was received, starts again when it is requested again, and is gone at the end', async () => {
    const chat = openChat()
    chat.send('Quiz me')
    const exchange = await vee.next()
    exchange.send(startOf(exchange), 1)
    exchange.send(delta('r1', '{"title":'), 2)
    exchange.send(delta('r1', '"Rain"'), 3)
    await vi.waitFor(() => expect(arrivingText(chat)).toBe('{"title":"Rain"'))
    exchange.send(delta('r2', '{"ti'), 4)
    await vi.waitFor(() => expect(arrivingText(chat)).toBe('{"ti'))
    chat.stopReply()
    expect(arrivingText(chat)).toBeUndefined()
  })
})

const toolsOf = (chat: Chat) => chat.state.getState().messages.findLast(({ role }) => role === 'assistant')

describe('the tools of a reply', () => {
  const started: ReplyEvent = {
    type: 'tool_started',
    id: 'c1',
    name: 'files__delete',
    server: 'files',
    arguments: '{}',
    needsConsent: true,
  }

  it('are reported as they are used, ask for consent, and survive a reload', async () => {
    const chat = openChat()
    chat.send('Tidy up')
    const exchange = await vee.next()
    const replyId = replyIdOf(exchange)
    exchange.send(startOf(exchange), 1)
    exchange.send(started, 2)
    await expect.poll(() => toolsOf(chat)).toMatchObject({ tools: [{ id: 'c1', state: 'asking' }] })
    expect(toolsOf(reloadChat(chat))).toMatchObject({ tools: [{ id: 'c1', state: 'asking' }] })
    const again = await vee.next()
    const later = open.at(-1)
    if (!later) throw new Error('no chat')
    void later.decideTool(replyId, { callId: 'c1', decision: 'allow', forSession: true })
    const consent = await vee.next()
    expect(consent).toMatchObject({
      path: `/api/chat/replies/${replyId}/consent`,
      body: { callId: 'c1', decision: 'allow', forSession: true },
    })
    consent.json(404, { error: 'NOT_FOUND', message: 'x', requestId: 'r' })
    again.send({ type: 'tool_finished', id: 'c1', result: 'deleted', outcome: 'done' }, 3)
    await expect.poll(() => toolsOf(later)).toMatchObject({ tools: [{ state: 'done', result: 'deleted' }] })
  })

  it('end when the reply is stopped', async () => {
    const chat = openChat()
    chat.send('Tidy up')
    const exchange = await vee.next()
    exchange.send(startOf(exchange), 1)
    exchange.send(started, 2)
    await expect.poll(() => toolsOf(chat)).toMatchObject({ tools: [{ state: 'asking' }] })
    chat.stopReply()
    expect(toolsOf(chat)).toMatchObject({ tools: [{ state: 'failed' }], state: { kind: 'stopped' } })
  })
})
