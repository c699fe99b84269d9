import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepToken } from '#lib/http/auth-token.ts'
import { openTab, type FakeTab } from '../../../../../fakes/browser/index.ts'
import { startFakeVee, type Exchange, type FakeVee } from '../../../../../fakes/vee/index.ts'
import { fetchConversation } from '../lazy-conversation.ts'
import type { Chat } from '../store/chat.ts'
import type { UnsentQuestion } from '../store/chat-request.ts'
import { createChatStore } from '../store/chat-store.ts'
import type { Message, ReplyMessage } from '../store/message.ts'
import { requestsTo } from '../store/requests.fixture.ts'
import { openAside } from '../store/set-aside.ts'
import { shownMessages, storedConversations } from '../store/tab-conversations.ts'
import { fork, goBackTo, removeMessage, showMessage, showSibling, takeBack } from './branch-actions.ts'
import { askAgain, goBackToTopic } from './spoken-branches.ts'
import {
  cutPath,
  type MessageTree,
  placeAmongSiblings,
  rowIdOf,
  showBranch,
  withoutMessage,
  withSiblings,
} from './branches.ts'

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
const askOverVoice = vi.fn<(question: UnsentQuestion) => string | undefined>()
let clock = Date.UTC(2026, 10, 28)

const openChat = () =>
  createChatStore({
    ...requestsTo(vee.url),
    agentId: 'v_agent',
    preferences: () => ({ model: 'openai:usual' }),
    askOverVoice,
    now: () => (clock += 1_000),
    retryDelay: () => 0,
  })

const bodyOf = ({ body }: Exchange) =>
  body as {
    replyId: string
    model?: string
    keepsVersions?: boolean
    replaces?: string
    parentId?: string | null
    messages: { id: string; content: string }[]
  }
const messages = () => chat.state.getState().messages
const at = (index: number) => messages().at(index) as Message
const reply = () => messages().findLast(({ role }) => role === 'assistant') as ReplyMessage
const texts = () => messages().map(({ text }) => text)
const untilSettled = () => vi.waitFor(() => expect(chat.state.getState().running).toBeUndefined())

async function sendReply(exchange: Exchange, text: string, model = 'usual') {
  const by = { agentId: 'v_agent', conversationId: 'c1', model, provider: 'openai' } as const
  const body = bodyOf(exchange)
  const { replyId } = body
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
  return body
}

async function talk(question: string, text: string) {
  chat.send(question)
  return sendReply(await vee.next(), text)
}

/** Edits the message at an index and sends the new text. */
async function edit(index: number, question: string, text: string) {
  chat.edit(at(index).id)
  chat.setDraft(question)
  chat.send(question)
  return sendReply(await vee.next(), text)
}

describe('a regenerated reply', () => {
  it('stands beside the first one, and is requested from the chosen model', async () => {
    expect((await talk('Hello', 'One')).keepsVersions).toBeUndefined()
    chat.regenerate(reply().id, 'openai:other')
    const second = await vee.next()
    expect(bodyOf(second)).toMatchObject({ model: 'openai:other', keepsVersions: true })
    expect(bodyOf(second).messages.map(({ content }) => content)).toEqual(['Hello'])
    await sendReply(second, 'Two', 'other')
    expect(placeAmongSiblings(reply())).toEqual({ number: 2, count: 2 })
    expect(reply()).toMatchObject({ text: 'Two', model: 'other' })
    expect(askOverVoice).toHaveBeenLastCalledWith(
      expect.objectContaining({ model: 'openai:other', keepsVersions: true }),
    )
  })

  it('may be any reply, and the path after the first one stays', async () => {
    await talk('Hello', 'One')
    await talk('And?', 'More')
    chat.regenerate(at(1).id)
    const body = await sendReply(await vee.next(), 'Two')
    expect(body.messages.map(({ content }) => content)).toEqual(['Hello'])
    expect(texts()).toEqual(['Hello', 'Two'])
    const row = rowIdOf(reply())
    await showSibling(chat, reply(), 1)
    expect(texts()).toEqual(['Hello', 'One', 'And?', 'More'])
    expect(rowIdOf(at(1))).toBe(row)
  })

  it('is requested again when the page is reloaded before the first event', async () => {
    await talk('Hello', 'One')
    chat.regenerate(reply().id, 'openai:other')
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
    expect(placeAmongSiblings(reply())).toEqual({ number: 2, count: 2 })
  })

  it('keeps the earlier one when it fails, and when it is tried again', async () => {
    await talk('Hello', 'One')
    chat.regenerate(reply().id, 'openai:other')
    const refusal = { error: 'LLM_UNAVAILABLE', message: 'none', requestId: 'r' }
    ;(await vee.next()).json(503, refusal)
    await untilSettled()
    chat.retry()
    const again = await vee.next()
    expect(bodyOf(again)).toMatchObject({ model: 'openai:other', keepsVersions: true })
    again.json(503, refusal)
    await untilSettled()
    await showSibling(chat, reply(), 1)
    expect(texts()).toEqual(['Hello', 'One'])
  })
})

describe('an edited question', () => {
  it('in the middle keeps both paths, over a reload too', async () => {
    await talk('One', 'Eins')
    await talk('Two', 'Zwei')
    await talk('Three', 'Drei')
    const body = await edit(2, 'Two, edited', 'Zwei, edited')
    expect(body.messages.map(({ content }) => content)).toEqual(['One', 'Eins', 'Two, edited'])
    expect(body.replaces).toEqual(expect.any(String))
    expect(placeAmongSiblings(at(2))).toEqual({ number: 2, count: 2 })
    tab.reload()
    chat.dispose()
    chat = openChat()
    expect(texts()).toEqual(['One', 'Eins', 'Two, edited', 'Zwei, edited'])
    await showSibling(chat, at(2), 1)
    expect(texts()).toEqual(['One', 'Eins', 'Two', 'Zwei', 'Three', 'Drei'])
    await showSibling(chat, at(2), 2)
    expect(texts()).toEqual(['One', 'Eins', 'Two, edited', 'Zwei, edited'])
  })

  it('is imported with its tree, and the shown path is named', async () => {
    await talk('One', 'Eins')
    await edit(0, 'Uno', 'Eins auch')
    await showSibling(chat, at(0), 1)
    const [conversation] = storedConversations()
    expect(conversation?.leafId).toBe(at(1).id)
    const parents = new Map(conversation?.messages.map(({ id, parentId }) => [id, parentId]))
    expect(conversation?.messages.map(({ content }) => content).toSorted()).toEqual(
      ['Eins', 'Eins auch', 'One', 'Uno'].toSorted(),
    )
    expect([parents.get(at(0).id), parents.get(at(1).id)]).toEqual([null, at(0).id])
  })
})

describe('going back', () => {
  it('takes the last question out of the path, and the next one follows the one before it', async () => {
    await talk('One', 'Eins')
    await talk('Two', 'Zwei')
    const before = at(1).id
    expect(takeBack(chat)).toBe(true)
    expect(texts()).toEqual(['One', 'Eins'])
    expect((await talk('Three', 'Drei')).parentId).toBe(before)
    expect(placeAmongSiblings(at(2))).toEqual({ number: 2, count: 2 })
    expect((await talk('Four', 'Vier')).parentId).toBeUndefined()
    await goBackTo(chat, null)
    expect(texts()).toEqual([])
    expect(takeBack(chat)).toBe(false)
    expect((await talk('Again', 'Ja')).parentId).toBeNull()
  })
})

describe('a topic', () => {
  it('ends the path at the reply to the question about it, on another path too', async () => {
    await talk('How old is Röme?', 'Very old.')
    await talk('And the harbor?', 'Older.')
    expect(await goBackToTopic(chat, 'rome')).toBe('How old is Röme?')
    expect(texts()).toEqual(['How old is Röme?', 'Very old.'])
    expect(await goBackToTopic(chat, 'the harbor')).toBe('And the harbor?')
    expect(texts()).toEqual(['How old is Röme?', 'Very old.', 'And the harbor?', 'Older.'])
    expect(await goBackToTopic(chat, 'fish')).toBeUndefined()
    expect(askAgain(chat)).toBe(true)
    expect((await sendReply(await vee.next(), 'Younger.')).keepsVersions).toBe(true)
  })
})

describe("a visitor's fork", () => {
  it('is a conversation of its own, and the one before stays with all of its paths, over a reload too', async () => {
    await talk('One', 'Eins')
    await talk('Two', 'Zwei')
    await edit(2, 'Second', 'Zweitens')
    const { conversationId } = chat.state.getState()
    await fork(chat, at(1).id)
    expect(texts()).toEqual(['One', 'Eins'])
    const forkId = chat.state.getState().conversationId
    expect(forkId).not.toBe(conversationId)
    expect((await talk('Three', 'Drei')).messages.map(({ content }) => content)).toEqual([
      'One',
      'Eins',
      'Three',
    ])
    tab.reload()
    chat.dispose()
    chat = openChat()
    expect(storedConversations().map(({ id, messages: stored }) => [id, stored.length])).toEqual([
      [forkId, 4],
      [conversationId, 6],
    ])

    expect(openAside(chat, conversationId)).toBe(true)
    expect(texts()).toEqual(['One', 'Eins', 'Second', 'Zweitens'])
    await showSibling(chat, at(2), 1)
    expect(texts()).toEqual(['One', 'Eins', 'Two', 'Zwei'])
    expect(storedConversations().map(({ id }) => id)).toEqual([conversationId, forkId])
    expect(openAside(chat, 'unknown')).toBe(false)
    expect(openAside(chat, forkId)).toBe(true)
    expect(texts()).toEqual(['One', 'Eins', 'Three', 'Drei'])
  })

  it('without room changes nothing', async () => {
    await talk('One', 'Eins')
    vi.spyOn(sessionStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await expect(fork(chat, at(1).id)).rejects.toThrow(/room/)
    vi.restoreAllMocks()
    expect(texts()).toEqual(['One', 'Eins'])
    expect(storedConversations()).toHaveLength(1)
  })
})

/** No topic is the beginning of another one. */
const topicOf = (index: number) => `topic${String(index).padStart(3, '0')}`
const timeOf = (index: number) => new Date(Date.UTC(2026, 10, 1) + index * 1_000).toISOString()

describe('a conversation of 500 messages', () => {
  const LENGTH = 500
  it('can be edited at any question, and both paths are reached by the pager and by a topic', async () => {
    const long = Array.from({ length: LENGTH }, (_, index): Message =>
      index % 2 === 0
        ? {
            role: 'user',
            id: `q${index}`,
            text: `Question about ${topicOf(index)}`,
            at: timeOf(index),
            isSpoken: false,
          }
        : {
            role: 'assistant',
            agentId: 'v_agent',
            id: `r${index}`,
            text: `Reply ${index}`,
            at: timeOf(index),
            state: { kind: 'complete', finishReason: 'stop' },
            lastEventId: 0,
          },
    )
    const indexes = fc.integer({ min: 0, max: LENGTH / 2 - 1 }).map((half) => half * 2)
    await fc.assert(
      fc.asyncProperty(indexes, async (index) => {
        chat.show('conv-v_agent-1-long', long)
        await edit(index, 'Asked differently', 'Another reply')
        expect(texts().slice(index)).toEqual(['Asked differently', 'Another reply'])
        await showSibling(chat, at(index), 1)
        expect(messages()).toHaveLength(LENGTH)
        expect(at(index).id).toBe(`q${index}`)
        await showSibling(chat, at(index), 2)
        expect(messages()).toHaveLength(index + 2)
        const found = await goBackToTopic(chat, topicOf(index))
        expect(found).toBe(`Question about ${topicOf(index)}`)
        expect(texts().at(-1)).toBe(`Reply ${index + 1}`)
      }),
      { numRuns: 15 },
    )
  })
})

describe('a deletion', () => {
  it('of a message leaves what follows it, and is undone', async () => {
    await talk('One', 'Eins')
    await talk('Two', 'Zwei')
    const undo = await removeMessage(chat, at(1).id, { following: false })
    expect(texts()).toEqual(['One', 'Two', 'Zwei'])
    await undo()
    expect(texts()).toEqual(['One', 'Eins', 'Two', 'Zwei'])
  })

  it('of a path shows another one, and keeps what was asked until it is undone', async () => {
    await talk('One', 'Eins')
    await edit(0, 'Uno', 'Eins auch')
    const undo = await removeMessage(chat, at(0).id, { following: true })
    expect(texts()).toEqual(['One', 'Eins'])
    expect(at(0).siblings).toBeUndefined()
    await talk('More', 'Mehr')
    await undo()
    expect(texts()).toEqual(['One', 'Eins', 'More', 'Mehr'])
    await showSibling(chat, at(0), 2)
    expect(texts()).toEqual(['Uno', 'Eins auch'])
  })
})

const stored = (id: string, role: 'user' | 'assistant', siblings?: readonly string[]) => ({
  id,
  role,
  content: id,
  timestamp: '2026-11-28T00:00:00.000Z',
  ...(siblings && { siblings: [...siblings] }),
})

describe('for a member', () => {
  it('the server is told which path is shown, in order', async () => {
    await talk('Hello', 'One')
    chat.regenerate(reply().id)
    await sendReply(await vee.next(), 'Two')
    keepToken('of-a-member', false)
    const [first, second] = reply().siblings ?? []
    const both = Promise.all([showSibling(chat, reply(), 1), Promise.resolve()])
    void showMessage(chat, second ?? '')
    const told = await vee.next()
    expect([told.method, told.body]).toEqual(['PUT', { messageId: first, continues: true }])
    told.json(404, { error: 'NOT_FOUND', message: 'none', requestId: 'r' })
    await both
    expect((await vee.next()).body).toEqual({ messageId: second, continues: true })
  })

  it('a path that is only on the server is loaded from there', async () => {
    keepToken('of-a-member', false)
    const page = [stored('q1', 'user', ['q1', 'q2']), stored('r1', 'assistant')]
    chat.show('c1', shownMessages({ agentId: 'v_agent', messages: page }))
    expect(placeAmongSiblings(at(0))).toEqual({ number: 1, count: 2 })
    const shown = showSibling(chat, at(0), 2)
    const told = await vee.next()
    expect([told.path, told.body]).toEqual([
      '/api/conversations/c1/leaf',
      { messageId: 'q2', continues: true },
    ])
    told.json(200, {})
    ;(await vee.next()).json(200, {
      messages: [stored('q2', 'user', ['q1', 'q2']), stored('r2', 'assistant')],
      nextCursor: null,
    })
    await shown
    expect(texts()).toEqual(['q2', 'r2'])
  })
})

const message = (id: number): Message => ({
  role: 'user',
  id: `m${id}`,
  text: `m${id}`,
  at: new Date(id).toISOString(),
  isSpoken: false,
})

/** Returns the tree after a change; a message is added by `add` only, and lost by a deletion only. */
function changed(tree: MessageTree, kind: string, pick: number, id: number): MessageTree {
  const { messages: path, branchMessages } = tree
  const shown = path[pick % Math.max(1, path.length)]
  const hidden = branchMessages[pick % Math.max(1, branchMessages.length)]
  if (kind === 'add') return { branchMessages, messages: path.concat(message(id)) }
  if (kind === 'cut') return cutPath(tree, pick % (path.length + 1))
  if (kind === 'show') return hidden ? (showBranch(tree, hidden.id) ?? tree) : tree
  return shown ? withoutMessage(tree, shown.id, kind === 'delete path') : tree
}

const sizeOf = ({ messages: path, branchMessages }: MessageTree) => path.length + branchMessages.length

describe('any changes', () => {
  const step = fc.record({
    kind: fc.constantFrom('add', 'add', 'cut', 'show', 'delete', 'delete path'),
    pick: fc.nat({ max: 1_000 }),
  })

  it('keep one path and no orphan', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let tree: MessageTree = { messages: [message(0)], branchMessages: [] }
        for (const [index, { kind, pick }] of steps.entries()) {
          const before = tree
          tree = changed(tree, kind, pick, index + 1)
          tree = { branchMessages: tree.branchMessages, messages: withSiblings(tree) }
          const kept = kind.startsWith('delete') ? sizeOf(tree) : sizeOf(before) + Number(kind === 'add')
          expect(sizeOf(tree)).toBe(kept)
          const all = [...tree.messages, ...tree.branchMessages]
          const ids = new Set<string | null | undefined>([null, ...all.map(({ id }) => id)])
          expect(ids.size).toBe(all.length + 1)
          expect(tree.branchMessages.every(({ parentId }) => ids.has(parentId))).toBe(true)
          expect(tree.messages.every(({ parentId }) => parentId === undefined)).toBe(true)
        }
      }),
    )
  })
})
