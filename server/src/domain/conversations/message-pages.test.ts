import { beforeEach, describe, expect, it } from 'vitest'
import { openFileDatabase } from '#db/fixtures/test-database.ts'
import type { Caller } from '../accounts/index.ts'
import { createPeople } from '../organizations/fixtures/people.ts'
import { createConversations } from './index.ts'
import { codeOf } from '../errors/fixtures/code-of.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const MINUTE = 60_000

const database = await openFileDatabase()
let ann: Caller
let bob: Caller

const now = () => NOON

const conversations = createConversations({ database, now })
beforeEach(async () => {
  ann = await member()
  bob = await member()
})

const { member } = createPeople(database, now)

const fromBrowser = (...contents: readonly string[]) => ({
  id: 'c1',
  agentId: 'v_agent',
  messages: contents.map((content, index) => ({
    id: `m${index}`,
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content,
    timestamp: new Date(NOON - 60 * MINUTE + index).toISOString(),
  })),
})

const texts = async (caller: Caller) =>
  (await conversations.get('c1', {}, caller)).messages.map(({ content }) => content)

async function read(text: AsyncIterable<string>): Promise<string> {
  let all = ''
  for await (const chunk of text) all += chunk
  return all
}

const fileNamed = (name: string) =>
  ({ id: name, kind: 'image', name, mediaType: 'image/png', bytes: 1 }) as const

describe('an export', () => {
  it("is readable Markdown in the user's language", async () => {
    await conversations.import(
      { conversations: [fromBrowser('Was ist ein Hafen?', 'Ein Ort für **Schiffe**.')] },
      ann,
    )
    const { fileName, text } = await conversations.export(
      'c1',
      { format: 'markdown', locale: 'de-DE', agentLabel: () => 'V' },
      ann,
    )
    expect(fileName).toBe('Was ist ein Hafen.md')
    expect(await read(text)).toBe(
      '# Was ist ein Hafen?\n\nV · 21. November 2026\n\n## Du\n\nWas ist ein Hafen?\n\n## V\n\nEin Ort für **Schiffe**.\n',
    )
  })

  it('names the files of messages, also of those without text', async () => {
    const conversation = fromBrowser('Look', 'A plan')
    const messages = conversation.messages.map((message) =>
      message.role === 'user'
        ? { ...message, content: '', attachments: [fileNamed('site_plan.png'), fileNamed('tides.pdf')] }
        : { ...message, pictures: [fileNamed('chart.png')] },
    )
    await conversations.import({ conversations: [{ ...conversation, messages }] }, ann)
    const { text } = await conversations.export(
      'c1',
      { format: 'markdown', locale: 'fr-FR', agentLabel: () => 'V' },
      ann,
    )
    expect(await read(text)).toContain(
      String.raw`## Vous@@Fichiers: site\_plan.png, tides.pdf@@## V@@A plan@@Fichiers: chart.png`
        .replaceAll('@@', '\n\n')
        .trim(),
    )
  })

  it('is JSON that can be imported again', async () => {
    await conversations.import({ conversations: [fromBrowser('One', 'Eins\u2028zwei\ndrei')] }, ann)
    const { text } = await conversations.export(
      'c1',
      { format: 'json', locale: 'en', agentLabel: String },
      ann,
    )
    const json = await read(text)
    const whole = await conversations.get('c1', {}, ann)
    expect(json).toBe(`${JSON.stringify(whole, undefined, 2)}\n`)
    await conversations.import({ conversations: [JSON.parse(json)] }, bob)
    expect(await texts(bob)).toEqual(['One', 'Eins\u2028zwei\ndrei'])
  })

  it('is read from the database in batches, and contains each message once', async () => {
    const contents = Array.from({ length: 1_234 }, (_, index) => `message ${index}`)
    await conversations.import({ conversations: [fromBrowser(...contents)] }, ann)
    const { text } = await conversations.export(
      'c1',
      { format: 'json', locale: 'en', agentLabel: String },
      ann,
    )
    const parts: string[] = []
    for await (const chunk of text) parts.push(chunk)
    expect(parts.length).toBeGreaterThan(2)
    const { messages } = JSON.parse(parts.join('')) as { messages: { content: string }[] }
    expect(messages.map(({ content }) => content)).toEqual(contents)
  })
})

const pageOf = async (query: { limit?: number; cursor?: string }) => {
  const { messages, nextCursor, messageCount } = await conversations.get('c1', query, ann)
  return { texts: messages.map(({ content }) => content), nextCursor, messageCount }
}

const cursorOf = (text: string) => Buffer.from(text).toString('base64url')

describe('pages of a conversation', () => {
  it('start with the newest messages, each page oldest first, and lead to the first message', async () => {
    await conversations.import({ conversations: [fromBrowser('1', '2', '3', '4', '5')] }, ann)
    const newest = await pageOf({ limit: 2 })
    expect(newest).toEqual({ texts: ['4', '5'], nextCursor: expect.any(String), messageCount: 5 })
    const middle = await pageOf({ limit: 2, cursor: newest.nextCursor ?? '' })
    expect(middle.texts).toEqual(['2', '3'])
    expect(await pageOf({ limit: 2, cursor: middle.nextCursor ?? '' })).toEqual({
      texts: ['1'],
      nextCursor: null,
      messageCount: 5,
    })
    expect((await pageOf({ limit: 5 })).nextCursor).toBeNull()
    expect((await pageOf({ cursor: newest.nextCursor ?? '' })).texts).toEqual(['1', '2', '3'])
  })

  it('are not needed: without a limit and a cursor a conversation is returned whole', async () => {
    const contents = Array.from({ length: 600 }, (_, index) => `message ${index}`)
    await conversations.import({ conversations: [fromBrowser(...contents)] }, ann)
    expect(await pageOf({})).toEqual({ texts: contents, nextCursor: undefined, messageCount: 600 })
  })

  it('hold no more than a megabyte, except for a single message that is longer', async () => {
    await conversations.import(
      { conversations: [fromBrowser('é'.repeat(600_000), 'a'.repeat(600_000), 'short')] },
      ann,
    )
    const newest = await pageOf({ limit: 100 })
    expect(newest.texts.map(({ length }) => length)).toEqual([600_000, 5])
    const oldest = await pageOf({ limit: 100, cursor: newest.nextCursor ?? '' })
    expect(oldest.texts.map(({ length }) => length)).toEqual([600_000])
    expect(oldest.nextCursor).toBeNull()
  })

  it('stay in place while the conversation continues', async () => {
    await conversations.import({ conversations: [fromBrowser('1', '2', '3', '4')] }, ann)
    const { nextCursor } = await pageOf({ limit: 2 })
    await conversations.import({ conversations: [fromBrowser('1', '2', '3', '4', 'Another question')] }, ann)
    expect((await pageOf({ limit: 2, cursor: nextCursor ?? '' })).texts).toEqual(['1', '2'])
  })

  it('accept no cursor that the server did not create', async () => {
    await conversations.import({ conversations: [fromBrowser('One')] }, ann)
    for (const cursor of ['nonsense', cursorOf('[-1]'), cursorOf('[4294967296]'), ''])
      expect(await codeOf(conversations.get('c1', { cursor }, ann))).toBe('VALIDATION')
  })
})

it('leaves the event loop to other work while a long conversation is stored', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  count()
  const contents = Array.from({ length: 40 }, () => 'a'.repeat(60_000))
  await conversations.import({ conversations: [fromBrowser(...contents)] }, ann)
  isOver = true
  expect(turns).toBeGreaterThan(contents.length / 2)
  expect(await texts(ann)).toEqual(contents)
})
