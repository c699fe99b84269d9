import { beforeEach, describe, expect, it } from 'vitest'
import { openFileDatabase } from '#db/fixtures/test-database.ts'
import type { Caller } from '../accounts/index.ts'
import { createPeople } from '../organizations/fixtures/people.ts'
import { createConversationWriter } from './conversation-writer.ts'
import { createConversations } from './conversations.ts'

const database = await openFileDatabase()
let ann: Caller
let clock = Date.UTC(2026, 10, 28, 12)
let replies = 0
let talk: (question: string, conversationId: string) => Promise<void>

const now = () => clock
const conversations = createConversations({ database, now })
const { member } = createPeople(database, now)

beforeEach(async () => {
  ann = await member()
  const writer = createConversationWriter({
    database,
    now,
    onFailure: (failure) => expect.fail(String(failure)),
  })
  talk = async (content, conversationId) => {
    const replyId = `r${++replies}`
    const messages = [{ role: 'user' as const, content }]
    const questionOptions = {
      caller: ann,
      conversationId,
      agentId: 'v_agent',
      replyId,
      messages,
      replaces: undefined,
    }
    const storedQuestion = await writer.storeQuestion(questionOptions)
    if ('storeReply' in storedQuestion)
      await storedQuestion.storeReply({ content: 'Yes.', finishReason: 'stop' })
  }
})

const search = async (q: string) =>
  (await conversations.list({ q, limit: 20 }, ann)).items.map(({ id }) => id)

describe('a search', () => {
  it('reads few conversations at a time, and finds those of all pages in order', async () => {
    for (let index = 0; index < 150; index += 1) {
      clock += 1
      await talk(index % 3 === 0 ? 'A harbour' : 'A hill', `c${index}`)
    }
    const first = await conversations.list({ q: 'harbour a', limit: 30 }, ann)
    expect(first.items.map(({ id }) => id)).toEqual(
      Array.from({ length: 30 }, (_, index) => `c${147 - 3 * index}`),
    )
    const cursor = first.nextCursor ?? ''
    const second = await conversations.list({ q: 'harbour a', limit: 30, cursor }, ann)
    expect(second.items.map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, index) => `c${57 - 3 * index}`),
    )
    expect(second.nextCursor).toBeNull()
  })

  it('lets other work run between its statements', async () => {
    for (let index = 0; index < 20; index += 1) await talk('A harbour', `c${index}`)
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    await search('harbour hill')
    isOver = true
    // Batches of 1, 2, 4, 8 and 5.
    expect(turns).toBeGreaterThanOrEqual(5)
  })

  it('is limited per minute and account, and so are exports', async () => {
    await talk('A harbour', 'c')
    for (let count = 0; count < 100; count += 1) await search('harbour')
    await expect(search('harbour')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 60 })
    expect((await conversations.list({ limit: 20 }, ann)).items).toHaveLength(1)
    const download = () =>
      conversations.export('c', { format: 'json', locale: 'en', agentLabel: String }, ann)
    for (let count = 0; count < 60; count += 1) await download()
    await expect(download()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    clock += 60_000
    expect(await search('harbour')).toEqual(['c'])
  })
})
