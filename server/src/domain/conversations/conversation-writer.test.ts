// Replies during network partitions and database outages.
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import { createOutsideTextMarks } from './outside-text.ts'
import { createPeople } from '../organizations/fixtures/people.ts'
import { type ConversationWriter, createConversationWriter, createConversations } from './index.ts'

let database: Database
let writer: ConversationWriter
let ann: Caller
let texts: () => Promise<string[]>
let failures: unknown[]
/** called between two attempts to store a reply */
let wait: () => Promise<void>

beforeEach(async () => {
  database = await openTestDatabase()
  ann = (await createPeople(database, Date.now).person('ann')).caller
  const talks = createConversations({ database, now: Date.now })
  texts = async () => (await talks.get('c1', {}, ann)).messages.map(({ content }) => content)
  failures = []
  wait = async () => undefined
  writer = createConversationWriter({
    database,
    now: Date.now,
    onFailure: (failure) => failures.push(failure),
    wait: () => wait(),
  })
})

const keep = (content: string, replyId: string) =>
  writer.storeQuestion({
    caller: ann,
    conversationId: 'c1',
    agentId: 'v_agent',
    replaces: undefined,
    replyId,
    messages: [{ role: 'user', content, id: content }],
  })
async function ask(content: string, replyId: string) {
  const rows = await keep(content, replyId)
  if ('storedMessage' in rows) throw new Error('the reply was there already')
  return rows.storeReply
}
const said = (content: string) => ({ content, finishReason: 'stop' }) as const
const half = (content: string) => ({ content, finishReason: 'interrupted' }) as const

const away = (isAway: boolean) =>
  database.schema
    .alterTable(isAway ? 'messages' : 'messages_away')
    .renameTo(isAway ? 'messages_away' : 'messages')
    .execute()

describe('a stored reply', () => {
  it('keeps the mark of text from outside, for the questions after it', async () => {
    const marks = createOutsideTextMarks(database)
    await (
      await ask('one', 'r1')
    )({ ...said('It says "hasOutsideText":true'), tool_calls: [] })
    expect(await marks.hasOutsideText(ann, 'c1')).toBe(false)
    await (
      await ask('two', 'r2')
    )({ ...said('I read the page.'), hasOutsideText: true })
    await (
      await ask('three', 'r3')
    )(said('Yes.'))
    expect(await marks.hasOutsideText(ann, 'c1')).toBe(true)
    expect(await marks.hasOutsideText(ann, 'c2')).toBe(false)
  })

  it('stays until there is another to its question, also when that one breaks off', async () => {
    await (
      await ask('One', 'first')
    )(said('A whole answer'))
    await (
      await ask('One', 'second')
    )({ content: '', finishReason: 'error' })
    expect(await texts()).toEqual(['One', 'A whole answer'])
    await (
      await ask('One', 'third')
    )(half('Half'))
    expect(await texts()).toEqual(['One', 'A whole answer'])
    expect(await (await ask('One', 'fourth'))(said('Another'))).toBe(true)
    expect(await texts()).toEqual(['One', 'Another'])
  })

  it('belongs to the latest request for its question, regardless of which ends first', async () => {
    const [early, late] = [await ask('One', 'r1'), await ask('One', 'r2')]
    expect(await late(said('The last'))).toBe(true)
    expect(await early(half('The first'))).toBe(false)
    expect(await texts()).toEqual(['One', 'The last'])
  })

  it('is stored whole although a later request for its question failed before', async () => {
    const [early, late] = [await ask('One', 'r1'), await ask('One', 'r2')]
    expect(await late(half('Ha'))).toBe(true)
    expect(await early(said('A whole answer'))).toBe(true)
    expect(await texts()).toEqual(['One', 'A whole answer'])
  })

  it.each([
    [half('Wh'), said('Whole'), true],
    [said('Whole'), half('Wh'), false],
    [said('Whole'), said('Other'), false],
    [said('Whole'), said('Whole'), true],
  ])('is stored once and whole when two servers wrote it: %j, then %j', async (first, second, isKept) => {
    for (const attempt of [0, 1]) {
      const keeps = [await ask(`${attempt}`, `r${attempt}`), await ask(`${attempt}`, `r${attempt}`)]
      expect(await keeps[attempt]?.(first)).toBe(true)
      expect(await keeps[1 - attempt]?.(second)).toBe(isKept)
      expect((await texts()).slice(2 * attempt)).toEqual([`${attempt}`, 'Whole'])
    }
  })

  it('is replayed for a late request', async () => {
    await (
      await ask('One', 'r1')
    )(said('A whole answer'))
    await (
      await ask('Two', 'r2')
    )(said('Yes.'))
    expect(await keep('One', 'r1')).toMatchObject({
      storedMessage: { id: 'r1', content: 'A whole answer', finishReason: 'stop' },
    })
    expect(await texts()).toEqual(['One', 'A whole answer', 'Two', 'Yes.'])
  })

  it('is stored after a database outage at its end, and not confirmed if the outage lasts', async () => {
    let tries = 0
    wait = async () => {
      if (++tries === 2) await away(false)
    }
    const storeReply = await ask('One', 'r1')
    await away(true)
    expect(await storeReply(said('Eins'))).toBe(true)
    expect([await texts(), tries, failures]).toEqual([['One', 'Eins'], 2, []])
    await away(true)
    expect(await storeReply(said('Zwei'))).toBe(false)
    expect(failures).toHaveLength(1)
    await away(false)
  })
})
