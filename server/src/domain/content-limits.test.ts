import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { meetingFields } from '@vee/contract/entities/meeting'
import { contentBytesOf } from '#db/queries/content-bytes.ts'
import { createTestPlace, type TestPlace } from '#db/fixtures/test-place.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from './accounts/index.ts'
import { createPeople } from './organizations/fixtures/people.ts'
import { MEMBER_CONTENT_LIMITS } from './content-limits.ts'
import { createConversationWriter, createConversations } from './conversations/index.ts'
import { createMeetings } from './meetings/index.ts'

const limits = {
  ...MEMBER_CONTENT_LIMITS,
  conversationBytes: 20_000,
  conversationsBytes: 50_000,
  conversationMessages: 100,
  meetingsBytes: 50_000,
}
let place: TestPlace
let database: Database
let ann: Caller
beforeEach(async () => {
  place = await createTestPlace()
  database = await place.open()
  ann = (await createPeople(database, Date.now).person('ann')).caller
})
afterEach(() => place.remove())

const message = (id: string, length: number) => ({
  id,
  role: 'user' as const,
  content: 'ä'.repeat(length / 2),
  timestamp: '2026-01-01T00:00:00.000Z',
})
const conversation = (id: string, messages: readonly ReturnType<typeof message>[]) => [
  { id, agentId: 'v_agent', messages },
]

describe('conversations', () => {
  it('are limited in size each and in total, and content that does not fit is not stored', async () => {
    const conversations = createConversations({ database, now: Date.now, limits })
    const add = (id: string, messages: readonly ReturnType<typeof message>[]) =>
      conversations.import(conversation(id, messages), ann)
    await add('a', [message('1', 12_000)])
    await expect(add('a', [message('2', 12_000)])).rejects.toMatchObject({ code: 'STORAGE_FULL' })
    expect((await conversations.get('a', {}, ann)).messages).toHaveLength(1)
    await Promise.all(['b', 'c', 'd'].map((id) => add(id, [message('1', 12_000)])))
    await expect(add('e', [message('1', 12_000)])).rejects.toMatchObject({ code: 'STORAGE_FULL' })
    await expect(conversations.get('e', {}, ann)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('are enforced for concurrent requests', async () => {
    const conversations = createConversations({ database, now: Date.now, limits })
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        conversations.import(conversation(`c${index}`, [message('1', 12_000)]), ann),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  })

  it('are limited in their number of messages', async () => {
    const conversations = createConversations({ database, now: Date.now, limits })
    const messages = Array.from({ length: 101 }, (_, index) => message(String(index), 2))
    await expect(conversations.import(conversation('a', messages), ann)).rejects.toMatchObject({
      code: 'STORAGE_FULL',
    })
    expect(await conversations.import(conversation('a', messages.slice(1)), ann)).toBe(100)
  })

  it('reject a question that does not fit, and count a replaced one once', async () => {
    const keeper = createConversationWriter({ database, now: Date.now, limits, onFailure: () => undefined })
    const ask = async (id: string, replaces?: string) => {
      const kept = await keeper.storeQuestion({
        caller: ann,
        conversationId: 'a',
        agentId: 'v_agent',
        replyId: `r${id}`,
        messages: [message(id, 12_000)],
        replaces,
      })
      if ('storedReply' in kept) throw new Error('the reply was there already')
      await kept.storeReply({ content: 'Yes.', finishReason: 'stop' })
    }
    await ask('1')
    await ask('2', '1')
    await ask('3', '2')
    await expect(ask('4')).rejects.toMatchObject({ code: 'STORAGE_FULL' })
    const bytes = await contentBytesOf(database, 'conversations', ann.id)
    expect(bytes).toBeGreaterThan(12_000)
    expect(bytes).toBeLessThan(13_000)
  })
})

const fields = (length: number) => meetingFields.parse({ transcript: 'a'.repeat(length) })

describe('meetings', () => {
  it('are limited in total size, and content that does not fit is not stored', async () => {
    const meetings = createMeetings({ database, now: Date.now, limits })
    const first = await meetings.create(fields(20_000), ann)
    await expect(meetings.create(fields(20_000), ann)).rejects.toMatchObject({ code: 'STORAGE_FULL' })
    await expect(meetings.change(first.id, { transcript: 'a'.repeat(30_000) }, ann)).rejects.toMatchObject({
      code: 'STORAGE_FULL',
    })
    expect((await meetings.get(first.id, ann)).transcript).toHaveLength(20_000)
    expect((await meetings.change(first.id, { transcript: 'b' }, ann)).transcript).toBe('b')
    await meetings.create(fields(20_000), ann)
  })

  it('are listed in shorter pages where their texts are long', async () => {
    const meetings = createMeetings({ database, now: Date.now })
    for (let index = 0; index < 4; index += 1) await meetings.create(fields(900_000), ann)
    const seen: string[] = []
    let cursor: string | undefined
    let pages = 0
    do {
      const page = await meetings.list({ sort: '-createdAt', limit: 100, cursor }, ann)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
      pages += 1
    } while (cursor !== undefined)
    expect(new Set(seen).size).toBe(4)
    expect(seen).toHaveLength(4)
    expect(pages).toBe(2)
    expect((await meetings.list({ sort: '-createdAt', limit: 100, isBrief: true }, ann)).items).toHaveLength(
      4,
    )
  })
})
