import type { ConversationMessage } from '@vee/contract/entities/conversation'
import { MAX_VERSIONS } from '@vee/contract/entities/conversation-limits'
import { beforeEach, expect, it } from 'vitest'
import { openFileDatabase } from '#db/fixtures/test-database.ts'
import type { Caller } from '../accounts/index.ts'
import { createPeople } from '../organizations/fixtures/people.ts'
import { createConversationWriter, createConversations } from './index.ts'
import { codeOf } from '../errors/fixtures/code-of.ts'

const database = await openFileDatabase()
let ann: Caller
let bob: Caller

const conversations = createConversations({ database, now: Date.now })
const writer = createConversationWriter({
  database,
  now: Date.now,
  onFailure: (failure) => expect.fail(String(failure)),
})
beforeEach(async () => {
  ann = await member()
  bob = await member()
})

const { member } = createPeople(database, Date.now)

type Ending = 'stop' | 'stopped' | 'error'

/** Stores a reply to a question, as another version of the earlier ones. */
async function reply(id: string, content: string, finishReason: Ending = 'stop', keepsVersions = true) {
  const storeReply = await ask(id, keepsVersions)
  await storeReply({ content, finishReason, model: `model-of-${id}` })
}

async function ask(id: string, keepsVersions = true) {
  const question = await writer.storeQuestion({
    caller: ann,
    conversationId: 'c1',
    agentId: 'v_agent',
    replyId: id,
    messages: [{ role: 'user', content: 'Hello', id: 'q1' }],
    replaces: undefined,
    keepsVersions,
  })
  if ('storedMessage' in question) throw new Error('the reply was there already')
  return question.storeReply
}

async function shown(): Promise<ConversationMessage | undefined> {
  const { messages } = await conversations.get('c1', {}, ann)
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  return messages[1]
}
const others = async () => (await shown())?.alternatives?.map(({ content }) => content)

it('a regenerated reply keeps the earlier versions, oldest first, the stopped one too', async () => {
  await reply('r1', 'One')
  await reply('r2', 'Tw', 'stopped')
  await reply('r3', 'Three')
  expect(await shown()).toMatchObject({
    id: 'r3',
    content: 'Three',
    alternatives: [
      { id: 'r1', content: 'One', model: 'model-of-r1', finishReason: 'stop' },
      { id: 'r2', content: 'Tw', model: 'model-of-r2', finishReason: 'stopped' },
    ],
  })
})

it('two devices that regenerate at once lose neither version', async () => {
  await reply('r1', 'One')
  const [earlier, later] = [await ask('r2'), await ask('r3')]
  expect(await later({ content: 'Three', finishReason: 'stop' })).toBe(true)
  expect(await earlier({ content: 'Two', finishReason: 'stop' })).toBe(true)
  // As after an answer of the database that was lost.
  expect(await earlier({ content: 'Two', finishReason: 'stop' })).toBe(true)
  expect(await shown()).toMatchObject({ id: 'r3', content: 'Three' })
  expect(await others()).toEqual(['One', 'Two'])
})

it('without the wish the earlier reply is deleted', async () => {
  await reply('r1', 'One')
  await reply('r2', 'Two', 'stop', false)
  expect(await shown()).toMatchObject({ content: 'Two' })
  expect(await others()).toBeUndefined()
})

it('a version that broke off keeps the earlier ones, and is replaced by the next', async () => {
  await reply('r1', 'One')
  await reply('r2', 'Tw', 'error')
  expect(await others()).toEqual(['One'])
  await reply('r3', 'Three')
  expect(await others()).toEqual(['One'])
  await reply('r4', '', 'error')
  expect(await shown()).toMatchObject({ content: 'Three' })
})

it('shows the chosen version, in the order in which they were generated', async () => {
  await reply('r1', 'One')
  await reply('r2', 'Two')
  await reply('r3', 'Three')
  await conversations.showMessage('c1', 'r2', ann, { continues: true })
  expect(await shown()).toMatchObject({ id: 'r2', content: 'Two', version: 2 })
  expect(await others()).toEqual(['One', 'Three'])
  await conversations.showMessage('c1', 'r2', ann, { continues: true })
  await conversations.showMessage('c1', 'r1', ann, { continues: true })
  expect(await shown()).toMatchObject({ id: 'r1', model: 'model-of-r1', version: 1 })
  expect(await others()).toEqual(['Two', 'Three'])
  await reply('r4', 'Four')
  expect(await others()).toEqual(['One', 'Two', 'Three'])
})

it('is found by its shown version, and exported with all of them', async () => {
  await reply('r1', 'Earlier words')
  await reply('r2', 'Later words')
  await conversations.showMessage('c1', 'r1', ann, { continues: true })
  const conversationsFound = await conversations.list({ q: 'earlier', limit: 10 }, ann)
  expect(conversationsFound.items).toHaveLength(1)
  const exported = async (format: 'markdown' | 'json') => {
    const file = await conversations.export('c1', { format, locale: 'de-DE', agentLabel: () => 'V' }, ann)
    let text = ''
    for await (const chunk of file.text) text += chunk
    return text
  }
  expect(await exported('markdown')).toContain(
    '## V\n\nEarlier words\n\n### Andere Version (model-of-r2)\n\nLater words\n',
  )
  expect(await exported('json')).toContain('Later words')
})

it('is imported with its versions', async () => {
  const timestamp = new Date(0).toISOString()
  const reply = { id: 'r2', role: 'assistant' as const, content: 'Two', timestamp, version: 2 }
  const messages = [{ ...reply, alternatives: [{ id: 'r1', content: 'One', timestamp }] }]
  await conversations.import({ conversations: [{ id: 'c2', agentId: 'v_agent', messages }] }, ann)
  await conversations.showMessage('c2', 'r1', ann, { continues: true })
  expect((await conversations.get('c2', {}, ann)).messages).toMatchObject([
    { id: 'r1', content: 'One', alternatives: [{ id: 'r2', content: 'Two' }], version: 1 },
  ])
})

it('another user, an unknown version and a deleted conversation are not found', async () => {
  await reply('r1', 'One')
  await reply('r2', 'Two')
  expect(await codeOf(conversations.showMessage('c1', 'r1', bob, { continues: true }))).toBe('NOT_FOUND')
  expect(await codeOf(conversations.showMessage('c1', 'r9', ann, { continues: true }))).toBe('NOT_FOUND')
  await conversations.delete('c1', ann)
  expect(await codeOf(conversations.showMessage('c1', 'r1', ann, { continues: true }))).toBe('NOT_FOUND')
})

it('names a limited number of versions to clients that do not know the tree, without the oldest', async () => {
  for (let number = 1; number <= MAX_VERSIONS + 2; number += 1) await reply(`r${number}`, String(number))
  const contents = await others()
  expect([contents?.[0], contents?.length]).toEqual(['3', MAX_VERSIONS - 1])
})
