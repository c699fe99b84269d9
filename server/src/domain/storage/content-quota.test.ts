import { beforeEach, describe, expect, it } from 'vitest'
import { meetingFields } from '@vee/contract/entities/meeting'
import { MAX_TAGS } from '@vee/contract/http/meetings/meetings'
import { contentBytesOf } from '#db/queries/content-bytes.ts'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import { createPeople } from '../organizations/fixtures/people.ts'
import { MEMBER_CONTENT_QUOTA } from './content-quota.ts'
import { createConversationWriter, createConversations } from '../conversations/index.ts'
import { createMeetings } from '../meetings/index.ts'

const quota = {
  ...MEMBER_CONTENT_QUOTA,
  conversationBytes: 20_000,
  conversationsBytes: 50_000,
  conversationMessages: 100,
  meetingsBytes: 50_000,
}
let database: Database
let ann: Caller
beforeEach(async () => {
  database = await openTestDatabase()
  ann = (await createPeople(database, Date.now).person('ann')).caller
})

const message = (id: string, length: number) => ({
  id,
  role: 'user' as const,
  content: 'ä'.repeat(length / 2),
  timestamp: '2026-01-01T00:00:00.000Z',
})
const conversation = (id: string, messages: readonly ReturnType<typeof message>[]) => ({
  conversations: [{ id, agentId: 'v_agent', messages }],
})

describe('conversations', () => {
  it('are limited in size each and in total, and content that does not fit is not stored', async () => {
    const conversations = createConversations({ database, now: Date.now, quota })
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
    const conversations = createConversations({ database, now: Date.now, quota })
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        conversations.import(conversation(`c${index}`, [message('1', 12_000)]), ann),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  })

  it('are limited in their number of messages', async () => {
    const conversations = createConversations({ database, now: Date.now, quota })
    const messages = Array.from({ length: 101 }, (_, index) => message(String(index), 2))
    await expect(conversations.import(conversation('a', messages), ann)).rejects.toMatchObject({
      code: 'STORAGE_FULL',
    })
    expect(await conversations.import(conversation('a', messages.slice(1)), ann)).toMatchObject({
      addedMessages: 100,
    })
  })

  it('reject a question that does not fit; both paths of an edited one count', async () => {
    const writer = createConversationWriter({ database, now: Date.now, quota, onFailure: () => undefined })
    const ask = async (id: string, replaces?: string) => {
      const storedQuestion = await writer.storeQuestion({
        caller: ann,
        conversationId: 'a',
        agentId: 'v_agent',
        replyId: `r${id}`,
        messages: [message(id, 12_000)],
        replaces,
      })
      if ('storedMessage' in storedQuestion) throw new Error('the reply was there already')
      await storedQuestion.storeReply({ content: 'Yes.', finishReason: 'stop' })
    }
    await ask('1')
    await expect(ask('2', '1')).rejects.toMatchObject({ code: 'STORAGE_FULL' })
    await expect(ask('3')).rejects.toMatchObject({ code: 'STORAGE_FULL' })
    const bytes = await contentBytesOf(database, 'conversations', ann.id)
    expect(bytes).toBeGreaterThan(12_000)
    expect(bytes).toBeLessThan(13_000)
  })
})

const fields = (length: number) => meetingFields.parse({ transcript: 'a'.repeat(length) })

describe('meetings', () => {
  it('are limited in total size, and content that does not fit is not stored', async () => {
    const meetings = createMeetings({ database, now: Date.now, quota })
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
    for (let index = 0; index < 4; index += 1) await meetings.create(fields(1_200_000), ann)
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

  it('are listed in pages of at most four megabytes where their action items are long, too', async () => {
    const meetings = createMeetings({ database, now: Date.now })
    const create = (title: string, actionItems: readonly object[]) =>
      meetings.create(meetingFields.parse({ title, actionItems, meetingDate: '2026-03-01' }), ann)
    const large = { text: 'ü'.repeat(2_000), evidence: [{ quote: 'q', at: null }] }
    const titles = ['1', '2', '3', '4', '5', 'proven']
    for (const title of titles.slice(0, 5))
      await create(
        title,
        Array.from({ length: 480 }, (_, index) => ({ ...large, id: `i${index}` })),
      )
    const evidence = Array.from({ length: 10 }, () => ({ quote: 'q'.repeat(2_000), at: null }))
    const proven = await create(
      'proven',
      Array.from({ length: 250 }, (_, index) => ({ id: `p${index}`, text: 'x', evidence })),
    )
    const lists = [
      (cursor?: string) => meetings.list({ sort: 'title', limit: 100, isBrief: true, cursor }, ann),
      (cursor?: string) => meetings.list({ sort: '-meetingDate', limit: 100, cursor }, ann),
    ]
    for (const list of lists) expect((await allOf(list)).map(({ title }) => title).toSorted()).toEqual(titles)
    const items = await allOf((cursor) =>
      meetings.actionItems({ cursor, limit: 2_500, isShared: false }, ann),
    )
    expect(new Set(items.map(({ meetingId, item }) => `${meetingId} ${item.id}`)).size).toBe(5 * 480 + 250)
    expect(items).toHaveLength(5 * 480 + 250)
    expect((await meetings.get(proven.id, ann)).actionItems[0]).toMatchObject({ evidence })
  })

  it('have the tags of the newest if there are very many', async () => {
    const meetings = createMeetings({ database, now: Date.now })
    const count = Math.ceil(MAX_TAGS / 49)
    const create = (meetingDate: string, tags: readonly string[]) =>
      meetings.create(meetingFields.parse({ meetingDate, tags: [...tags, 'all'] }), ann)
    for (let number = 0; number < count; number += 1) {
      const date = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString()
      await create(
        date,
        Array.from({ length: 49 }, (_, index) => `${number} ${index}`),
      )
    }
    await create('2020-01-01', ['oldest'])
    const tags = await meetings.tags(false, ann)
    expect(tags).toHaveLength(MAX_TAGS)
    expect(tags[0]).toEqual({ tag: 'all', count: count + 1 })
    expect(tags).not.toContainEqual({ tag: 'oldest', count: 1 })
  })
})

/** Reads a list to its end. Each page has at most four megabytes, and no evidence. */
async function allOf<T>(
  list: (cursor?: string) => Promise<{ readonly items: readonly T[]; readonly nextCursor: string | null }>,
): Promise<T[]> {
  const all: T[] = []
  let cursor: string | undefined
  do {
    const page = await list(cursor)
    const json = JSON.stringify(page)
    expect(Buffer.byteLength(json)).toBeLessThan(4_010_000)
    expect(json).not.toContain('evidence')
    all.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return all
}
