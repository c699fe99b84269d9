import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ChatMessage } from '@vee/contract/entities/message'
import { openFileDatabase } from '#db/fixtures/test-database.ts'
import type { Caller } from '../accounts/index.ts'
import { presentGlobalUser } from '../accounts/present.ts'
import { createPeople } from '../organizations/fixtures/people.ts'
import { createConversationWriter, createConversations } from './index.ts'
import { codeOf } from '../errors/fixtures/code-of.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const MINUTE = 60_000

const database = await openFileDatabase()
let clock: number
let ann: Caller
let bob: Caller

const now = () => clock

const conversations = createConversations({ database, now })
const writer = createConversationWriter({
  database,
  now,
  onFailure: (failure) => expect.fail(String(failure)),
})
beforeEach(async () => {
  clock = NOON
  ann = await member()
  bob = await member()
})

const { member } = createPeople(database, now)

const asked = (content: string, id?: string): ChatMessage => ({ role: 'user', content, ...(id && { id }) })
const said = (content: string, id?: string): ChatMessage => ({
  role: 'assistant',
  content,
  ...(id && { id }),
})
let replyCount = 0

interface TalkOptions {
  readonly conversationId?: string
  readonly replyId?: string
  readonly replaces?: string
  readonly agentId?: string
}
async function ask(
  caller: Caller,
  messages: readonly ChatMessage[],
  { conversationId = 'c1', replyId = `r${++replyCount}`, replaces, agentId = 'v_agent' }: TalkOptions = {},
) {
  const storedQuestion = await writer.storeQuestion({
    caller,
    conversationId,
    agentId,
    replyId,
    messages,
    replaces,
  })
  if ('storedMessage' in storedQuestion) throw new Error('the reply was there already')
  return storedQuestion.storeReply
}

/** Asks a question and returns its answer. */
async function talk(caller: Caller, question: string, reply = 'Yes.', options: TalkOptions = {}) {
  const storeReply = await ask(caller, [asked(question)], options)
  await storeReply({ content: reply, finishReason: 'stop' })
}

const list = async (caller: Caller, query: object = {}) =>
  (await conversations.list({ limit: 20, ...query }, caller)).items
const search = async (q: string) => (await list(ann, { q })).map(({ id }) => id)
const texts = async (caller: Caller, id = 'c1') =>
  (await conversations.get(id, {}, caller)).messages.map(({ content }) => content)

describe('stored content', () => {
  it('is the question before there is a reply, then the reply with what is known of it', async () => {
    const storeReply = await ask(ann, [asked('What is a harbour?', 'm1')], { replyId: 'reply-1' })
    expect(await texts(ann)).toEqual(['What is a harbour?'])
    clock += MINUTE
    const usage = { promptTokens: 7, completionTokens: 3, totalTokens: 10 }
    await storeReply({
      content: 'A place for ships.',
      finishReason: 'stop',
      model: 'm',
      provider: 'p',
      usage,
      costUsd: 0.5,
    })
    expect(await conversations.get('c1', {}, ann)).toEqual({
      id: 'c1',
      agentId: 'v_agent',
      title: 'What is a harbour?',
      createdAt: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:01:00.000Z',
      messageCount: 2,
      archived: false,
      leafId: 'reply-1',
      participants: ['v_agent'],
      titleSource: 'first-words',
      projectId: null,
      pinned: false,
      tags: [],
      unread: false,
      messages: [
        {
          id: 'm1',
          parentId: null,
          role: 'user',
          content: 'What is a harbour?',
          agentId: 'v_agent',
          timestamp: '2026-11-21T12:00:00.000Z',
        },
        {
          id: 'reply-1',
          parentId: 'm1',
          role: 'assistant',
          content: 'A place for ships.',
          agentId: 'v_agent',
          timestamp: '2026-11-21T12:01:00.000Z',
          finishReason: 'stop',
          model: 'm',
          provider: 'p',
          usage,
          costUsd: 0.5,
          sources: [],
        },
      ],
    })
  })

  it('contains the text of a stopped or failed reply, marked as such, and nothing of an empty one', async () => {
    await (
      await ask(ann, [asked('One')])
    )({ content: 'Half', finishReason: 'stopped' })
    await (
      await ask(ann, [asked('Two')])
    )({ content: 'A third', finishReason: 'error' })
    await (
      await ask(ann, [asked('Three')])
    )({ content: '', finishReason: 'error' })
    const { messages } = await conversations.get('c1', {}, ann)
    expect(messages.map(({ content, finishReason, isError }) => [content, finishReason, isError])).toEqual([
      ['One', undefined, undefined],
      ['Half', 'stopped', undefined],
      ['Two', undefined, undefined],
      ['A third', 'error', true],
      ['Three', undefined, undefined],
    ])
  })

  it('is the whole conversation when its client knows more than the server, and from then on what is new', async () => {
    const storeReply = await ask(ann, [
      { role: 'system', content: 'Be kind' },
      asked('One'),
      said('Eins'),
      asked('Two'),
    ])
    await storeReply({ content: 'Zwei', finishReason: 'stop' })
    await ask(ann, [asked('One'), said('Eins'), asked('Two'), said('Zwei'), asked('Three')])
    expect(await texts(ann)).toEqual(['One', 'Eins', 'Two', 'Zwei', 'Three'])
  })

  it('contains a question once for any number of requests, with its last answer', async () => {
    await (
      await ask(ann, [asked('One', 'm1')])
    )({ content: 'Half an ans', finishReason: 'error' })
    await (
      await ask(ann, [asked('One', 'm1')])
    )({ content: 'A whole answer', finishReason: 'stop' })
    expect(await texts(ann)).toEqual(['One', 'A whole answer'])
    await ask(ann, [asked('Two')], { replyId: 'same' })
    await ask(ann, [asked('Two')], { replyId: 'same' })
    expect(await texts(ann)).toEqual(['One', 'A whole answer', 'Two'])
  })

  it('is every question of a client that gives each the same id', async () => {
    for (const text of ['One', 'Two', 'Two', 'Three']) await ask(ann, [asked(text, '1')])
    expect(await texts(ann)).toEqual(['One', 'Two', 'Three'])
  })

  it('is the corrected question in the place of the first, and no answer to that one', async () => {
    await talk(ann, 'Zero')
    const keepLate = await ask(ann, [asked('What is a harbor', 'm1')])
    const storeReply = await ask(ann, [asked('What is a harbour', 'm2')], { replaces: 'm1' })
    await keepLate({ content: 'To the first', finishReason: 'stopped' })
    await storeReply({ content: 'To the second', finishReason: 'stop' })
    expect(await texts(ann)).toEqual(['Zero', 'Yes.', 'What is a harbour', 'To the second'])
  })

  it('shows an edited question while its reply is pending or failed, and has the earlier path beside it', async () => {
    await talk(ann, 'One', 'Eins')
    const first = `r${replyCount}.1`
    await talk(ann, 'Two', 'Zwei')
    await talk(ann, 'Three', 'Drei')
    const edited = [asked('One, edited', 'edited')]
    const failed = await ask(ann, edited, { replaces: first })
    await failed({ content: '', finishReason: 'error' })
    expect(await texts(ann)).toEqual(['One, edited'])
    const broken = await ask(ann, edited, { replaces: first })
    await broken({ content: 'Ei', finishReason: 'error' })
    expect(await texts(ann)).toEqual(['One, edited', 'Ei'])
    const whole = await ask(ann, edited, { replaces: first })
    await whole({ content: 'Eins, edited', finishReason: 'stop' })
    expect(await texts(ann)).toEqual(['One, edited', 'Eins, edited'])
    await conversations.showMessage('c1', first, ann, { continues: true })
    expect(await texts(ann)).toEqual(['One', 'Eins', 'Two', 'Zwei', 'Three', 'Drei'])
  })

  it('is the same question once, where it replaces itself', async () => {
    await ask(ann, [asked('One', 'm1')]).then((keep) => keep({ content: 'Eins', finishReason: 'stop' }))
    await talk(ann, 'Two', 'Zwei')
    const again = await ask(ann, [asked('One', 'm1')], { replaces: 'm1' })
    await again({ content: 'Uno', finishReason: 'stop' })
    expect(await texts(ann)).toEqual(['One', 'Uno'])
  })

  it('is in order if the next question arrives before the end of a stopped reply is stored', async () => {
    const keepFirst = await ask(ann, [asked('One')])
    await ask(ann, [asked('Two')])
    await keepFirst({ content: 'Eins', finishReason: 'stopped' })
    expect(await texts(ann)).toEqual(['One', 'Eins', 'Two'])
  })

  it('accepts any text', async () => {
    const text = '会議 👩‍🚀 \0 \ud800 "quoted" %_\\'
    await talk(ann, text, text)
    expect(await texts(ann)).toEqual(Array(2).fill('会議 👩‍🚀  � "quoted" %_\\'))
  })

  it('excludes visitors and passphrase holders', async () => {
    const user = presentGlobalUser({ user_id: 'global:1', created_at: 0 })
    const shared: Caller = {
      kind: 'passphrase',
      id: 'global:1',
      ip: '192.0.2.1',
      user,
      tokenProvider: 'global',
    }
    await talk(shared, 'One')
    await talk({ kind: 'visitor', id: 'session:eve', ip: '192.0.2.1' }, 'One')
    expect(
      await database
        .selectFrom('conversations')
        .select('id')
        .where('user_id', 'not like', 'member-%')
        .execute(),
    ).toEqual([])
    expect(await codeOf(conversations.list({ limit: 20 }, shared))).toBe('FORBIDDEN')
  })
})

describe('a title', () => {
  it.each([
    ['  What\nis\tit?  ', 'What is it?'],
    ['## Plan\n- one', 'Plan one'],
    ['word '.repeat(40), `${'word '.repeat(11).trim()}…`],
    ['会議'.repeat(50), `${'会議'.repeat(29)}会…`],
    ['', ''],
  ])('is made of the first message: %j', async (question, title) => {
    await talk(ann, question)
    expect((await conversations.get('c1', {}, ann)).title).toBe(title)
  })
})

describe('the list', () => {
  it('is listed with the latest activity first', async () => {
    await talk(ann, 'One', 'Yes.', { conversationId: 'a' })
    clock += MINUTE
    await talk(ann, 'Two', 'Yes.', { conversationId: 'b', agentId: 'tutor_agent' })
    clock += MINUTE
    await talk(ann, 'Three', 'Yes.', { conversationId: 'a' })
    await conversations.change('b', { title: 'Renamed' }, ann)
    expect((await list(ann)).map(({ id, title, messageCount }) => [id, title, messageCount])).toEqual([
      ['a', 'One', 4],
      ['b', 'Renamed', 2],
    ])
    expect((await list(ann, { agentId: 'tutor_agent' })).map(({ id }) => id)).toEqual(['b'])
    expect((await list(ann, { agentId: 'general' })).map(({ id }) => id)).toEqual(['a'])
  })

  it('has all, or only what is or is not in the archive', async () => {
    await talk(ann, 'One', 'Yes.', { conversationId: 'a' })
    await talk(ann, 'Two', 'Yes.', { conversationId: 'b' })
    expect(await conversations.change('a', { archived: true }, ann)).toMatchObject({ archived: true })
    expect((await list(ann)).map(({ id }) => id)).toEqual(['b', 'a'])
    expect((await list(ann, { archived: true })).map(({ id }) => id)).toEqual(['a'])
    expect((await list(ann, { archived: false })).map(({ id }) => id)).toEqual(['b'])
  })

  it('lists every conversation once and in order, for any page size', async () => {
    const times = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 1, max: 5 }), async (minutes, limit) => {
        const caller = await member()
        for (const [index, minute] of minutes.entries()) {
          clock = NOON + minute * MINUTE
          await ask(caller, [asked('One')], { conversationId: `c${index}` })
        }
        const seen: { readonly id: string; readonly updatedAt: string }[] = []
        let cursor: string | null | undefined
        do {
          const page = await conversations.list({ limit, cursor: cursor ?? undefined }, caller)
          expect(page.items.length).toBeLessThanOrEqual(limit)
          seen.push(...page.items)
          cursor = page.nextCursor
        } while (cursor !== null)
        expect(seen).toEqual(await list(caller))
        expect(new Set(seen.map(({ id }) => id)).size).toBe(minutes.length)
        expect(seen.map(({ updatedAt }) => updatedAt)).toEqual(
          seen
            .map(({ updatedAt }) => updatedAt)
            .toSorted()
            .toReversed(),
        )
      }),
      { numRuns: 25 },
    )
  })

  it('rejects cursors that it did not create', async () => {
    const cursors = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json().map((json) => Buffer.from(json).toString('base64url')),
    )
    await fc.assert(
      fc.asyncProperty(cursors, async (cursor) => {
        expect(await codeOf(conversations.list({ limit: 5, cursor }, ann))).toBe('VALIDATION')
      }),
    )
  })
})

describe('searching', () => {
  it('finds words of titles, questions and answers, in any position and spelling', async () => {
    await talk(ann, 'Where is the harbour?', 'In Überlingen, beside the lighthouse.', {
      conversationId: 'ships',
    })
    await talk(ann, '明日の会議は何時ですか', '午後三時です。', { conversationId: 'ja' })
    await talk(ann, '회의는 언제입니까', '오후 세 시입니다.', { conversationId: 'ko' })
    await conversations.change('ko', { title: 'Quarterly' }, ann)
    expect(await search('HARBOUR')).toEqual(['ships'])
    expect(await search('lighth')).toEqual(['ships'])
    expect(await search('überlingen')).toEqual(['ships'])
    expect(await search('U\u0308BERLINGEN')).toEqual(['ships'])
    expect(await search('uberlingen')).toEqual(['ships'])
    expect(await search('ｈａｒｂｏｕｒ')).toEqual(['ships'])
    expect(await search('harbour lighthouse')).toEqual(['ships'])
    expect(await search('harbour 会議')).toEqual([])
    expect(await search('会議')).toEqual(['ja'])
    expect(await search('会')).toEqual(['ja'])
    expect(await search('회의')).toEqual(['ko'])
    expect(await search('quarter')).toEqual(['ko'])
    expect(await search('  ')).toHaveLength(3)
  })

  it('treats no characters as search operators', async () => {
    await talk(ann, 'A 100% "sure" thing\\ or_not', 'Yes.', { conversationId: 'odd' })
    await talk(ann, 'A thing', 'Yes.', { conversationId: 'plain' })
    for (const q of ['100%', '"sure"', 'or_not', '\\', '%', '_', 'g\\'])
      expect(await search(q)).toEqual(['odd'])
    for (const q of ['thing AND', 'sure NEAR plain', '*', 'content:thing', '(', "' OR 1=1 --"])
      expect(await search(q)).toEqual([])
  })

  it('finds nothing of other users, and nothing deleted', async () => {
    await talk(bob, 'My secret lighthouse')
    await talk(ann, 'A lighthouse', 'Yes.', { conversationId: 'mine' })
    expect(await search('lighthouse')).toEqual(['mine'])
    await conversations.delete('mine', ann)
    expect(await search('lighthouse')).toEqual([])
    await talk(ann, 'A windmill', 'Yes.', { conversationId: 'replaced' })
    await talk(ann, 'Another', 'Yes.', { conversationId: 'replaced', replaces: `r${replyCount}.1` })
    expect(await search('windmill')).toEqual(['replaced'])
    await conversations.change('replaced', { title: 'Other' }, ann)
    // It stays as another path, until it is deleted.
    expect(await search('windmill')).toEqual(['replaced'])
    await conversations.deleteMessage('replaced', `r${replyCount - 1}.1`, ann, { following: true })
    expect(await search('windmill')).toEqual([])
  })

  it('finds a word too when thousands of messages hold it', async () => {
    const messages = Array.from({ length: 2_100 }, (_, index) => ({
      id: `m${index}`,
      role: 'user' as const,
      content: 'Über common ground',
      timestamp: new Date(NOON).toISOString(),
    }))
    await conversations.import({ conversations: [{ id: 'big', agentId: 'v_agent', messages }] }, bob)
    await talk(ann, 'common ÜBER')
    expect(await search('common')).toEqual(['c1'])
    expect(await search('über')).toEqual(['c1'])
  })
})

describe('a deletion', () => {
  it('can be undone for ten minutes, then is permanent', async () => {
    await talk(ann, 'One')
    await conversations.delete('c1', ann)
    expect(await codeOf(conversations.get('c1', {}, ann))).toBe('NOT_FOUND')
    expect(await codeOf(conversations.delete('c1', ann))).toBe('NOT_FOUND')
    expect(await codeOf(conversations.change('c1', { title: 'x' }, ann))).toBe('NOT_FOUND')
    await conversations.purge()
    expect(await conversations.restore('c1', ann)).toMatchObject({ title: 'One', messageCount: 2 })
    await conversations.delete('c1', ann)
    clock += 10 * MINUTE
    expect(await codeOf(conversations.restore('c1', ann))).toBe('NOT_FOUND')
    await conversations.purge()
    const rows = await database.selectFrom('messages').select('id').where('user_id', '=', ann.id).execute()
    expect(rows).toEqual([])
  })

  it('is restored by continuing the conversation elsewhere', async () => {
    await talk(ann, 'One')
    await conversations.delete('c1', ann)
    await talk(ann, 'Two')
    expect(await texts(ann)).toEqual(['One', 'Yes.', 'Two', 'Yes.'])
  })
})

describe('a conversation of another user', () => {
  it('is not found, and stays unchanged under the same id', async () => {
    await talk(bob, 'Mine')
    for (const call of [
      () => conversations.get('c1', {}, ann),
      () => conversations.change('c1', { title: 'x' }, ann),
      () => conversations.change('c1', {}, ann),
      () => conversations.delete('c1', ann),
      () => conversations.restore('c1', ann),
      () => conversations.export('c1', { format: 'json', locale: 'en', agentLabel: String }, ann),
    ]) {
      expect(await codeOf(call())).toBe('NOT_FOUND')
    }
    await talk(ann, 'Also mine')
    expect(await texts(bob)).toEqual(['Mine', 'Yes.'])
    expect(await texts(ann)).toEqual(['Also mine', 'Yes.'])
  })
})

const fromBrowser = (...contents: readonly string[]) => ({
  id: 'c1',
  agentId: 'v_agent',
  messages: contents.map((content, index) => ({
    id: `m${index}`,
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content,
    timestamp: new Date(NOON - 60 * MINUTE + index * MINUTE).toISOString(),
  })),
})

describe('an import', () => {
  it('adds new messages only, for any number of imports', async () => {
    const added = async (...contents: readonly string[]) =>
      (await conversations.import({ conversations: [fromBrowser(...contents)] }, ann)).addedMessages
    expect(await added('One', 'Eins')).toBe(2)
    expect(await added('One', 'Eins')).toBe(0)
    expect(await added('One', 'Eins', 'Two')).toBe(1)
    expect(await texts(ann)).toEqual(['One', 'Eins', 'Two'])
    expect(await list(ann)).toMatchObject([
      { title: 'One', createdAt: '2026-11-21T11:00:00.000Z', updatedAt: '2026-11-21T11:02:00.000Z' },
    ])
    await conversations.delete('c1', ann)
    expect(await added('One', 'Eins')).toBe(0)
    expect(await list(ann)).toEqual([])
  })

  it('rejects timestamps in the future', async () => {
    clock = NOON - 120 * MINUTE
    await conversations.import({ conversations: [fromBrowser('One')] }, ann)
    expect(await list(ann)).toMatchObject([{ updatedAt: '2026-11-21T10:00:00.000Z' }])
  })
})
