import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ConversationMessage } from '@vee/contract/entities/conversation'
import { pathTo } from '@vee/contract/entities/message-tree'
import { openFileDatabase } from '#db/fixtures/test-database.ts'
import type { Caller } from '../accounts/index.ts'
import { codeOf } from '../errors/fixtures/code-of.ts'
import { createPeople } from '../organizations/fixtures/people.ts'
import { createConversationWriter, createConversations } from './index.ts'

const MINUTE = 60_000

const database = await openFileDatabase()
let clock = Date.UTC(2026, 10, 28)
let ann: Caller

const now = () => clock

const conversations = createConversations({ database, now })
const writer = createConversationWriter({
  database,
  now,
  onFailure: (failure) => expect.fail(String(failure)),
})
beforeEach(async () => {
  ann = await member()
})

const { member } = createPeople(database, now)

interface AskOptions {
  readonly parentId?: string | null
  readonly replaces?: string
  readonly keepsVersions?: boolean
}

/** Asks a question with an id; the id of its reply is the same in capitals. */
async function ask(id: string, options: AskOptions = {}, replyId = id.toUpperCase()) {
  const stored = await writer.storeQuestion({
    caller: ann,
    conversationId: 'c1',
    agentId: 'v_agent',
    replyId,
    messages: [{ role: 'user', content: `text of ${id}`, id }],
    replaces: undefined,
    ...options,
  })
  if ('storedMessage' in stored) throw new Error('the reply was there already')
  return stored.storeReply
}

async function talk(id: string, options: AskOptions = {}, replyId = id.toUpperCase()) {
  const storeReply = await ask(id, options, replyId)
  await storeReply({ content: `text of ${replyId}`, finishReason: 'stop' })
}

const get = (isTree = false) => conversations.get('c1', { isTree }, ann)
const ids = (messages: readonly ConversationMessage[]) => messages.map(({ id }) => id).join(' ')
const path = async () => ids((await get()).messages)

describe('a branch', () => {
  it('begins after the parent that a question names, and the leaf is the parent without one', async () => {
    await talk('a')
    await talk('b')
    await talk('c', { parentId: 'A' })
    expect(await path()).toBe('a A c C')
    await talk('d')
    expect(await path()).toBe('a A c C d D')
    const { messages, leafId, messageCount } = await get()
    expect([leafId, messageCount, messages.length]).toEqual(['D', 6, 6])
    expect(messages.map(({ parentId, siblings }) => [parentId, siblings])).toEqual([
      [null, undefined],
      ['a', undefined],
      ['A', ['b', 'c']],
      ['c', undefined],
      ['C', undefined],
      ['d', undefined],
    ])
    const tree = await get(true)
    expect(tree.messages.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['a', null],
      ['A', 'a'],
      ['b', 'A'],
      ['B', 'b'],
      ['c', 'A'],
      ['C', 'c'],
      ['d', 'C'],
      ['D', 'd'],
    ])
  })

  it('may begin before the first question, and not after a message that is not there', async () => {
    await talk('a')
    await talk('b', { parentId: null })
    expect(await path()).toBe('b B')
    expect((await get()).messages[0]?.siblings).toEqual(['a', 'b'])
    expect(await codeOf(ask('c', { parentId: 'none' }))).toBe('NOT_FOUND')
    expect(await path()).toBe('b B')
  })

  it('is shown when its message is chosen, to that message or to its newest end', async () => {
    await talk('a')
    await talk('b')
    await talk('c', { replaces: 'b' })
    await conversations.showMessage('c1', 'b', ann)
    expect(await path()).toBe('a A b')
    await conversations.showMessage('c1', 'b', ann, { continues: true })
    expect(await path()).toBe('a A b B')
    await conversations.showMessage('c1', null, ann)
    expect([await path(), (await get()).leafId]).toEqual(['', null])
    expect(await codeOf(conversations.showMessage('c1', 'none', ann))).toBe('NOT_FOUND')
  })

  it('keeps a regenerated reply in the middle with what follows it', async () => {
    await talk('a')
    await talk('b')
    await talk('a', { keepsVersions: true }, 'A2')
    expect(await path()).toBe('a A2')
    expect((await get()).messages[1]).toMatchObject({ siblings: ['A', 'A2'], alternatives: [{ id: 'A' }] })
    await conversations.showMessage('c1', 'A', ann, { continues: true })
    expect(await path()).toBe('a A b B')
  })

  it('takes its place before a question that was asked while its reply was pending', async () => {
    await talk('a')
    const [first, edited] = [await ask('b'), await ask('c')]
    await edited({ content: 'text of C', finishReason: 'stop' })
    await first({ content: 'text of B', finishReason: 'stopped' })
    expect(await path()).toBe('a A b B c C')
  })

  it('is exported and imported again with its tree', async () => {
    await talk('a')
    await talk('b')
    await talk('c', { replaces: 'b' })
    const exported = async (format: 'json' | 'markdown') => {
      const file = await conversations.export('c1', { format, locale: 'en', agentLabel: () => 'V' }, ann)
      let text = ''
      for await (const chunk of file.text) text += chunk
      return text
    }
    const markdown = await exported('markdown')
    expect(markdown.indexOf('text of c')).toBeLessThan(
      markdown.indexOf('# Another branch\n\n## You\n\ntext of b'),
    )
    const { leafId, agentId, messages } = JSON.parse(await exported('json'))
    const before = await get(true)
    ann = await member()
    const imported = { conversations: [{ id: 'c1', agentId, leafId, messages }] }
    expect(await conversations.import(imported, ann)).toMatchObject({ addedMessages: 6 })
    expect((await get(true)).messages).toEqual(before.messages)
    expect(await path()).toBe('a A c C')
    expect(await conversations.import(imported, ann)).toMatchObject({ addedMessages: 0 })
  })
})

describe('a fork', () => {
  it('is a conversation of its own with the path to the message', async () => {
    await talk('a')
    await talk('b')
    await talk('c', { replaces: 'b' })
    const fork = await conversations.fork('c1', 'B', ann)
    const { messages, leafId } = await conversations.get(fork.id, {}, ann)
    expect(messages.map(({ content }) => content)).toEqual([
      'text of a',
      'text of A',
      'text of b',
      'text of B',
    ])
    expect([fork.messageCount, leafId]).toEqual([4, messages.at(-1)?.id])
    await conversations.delete('c1', ann)
    expect((await conversations.get(fork.id, {}, ann)).messages).toHaveLength(4)
    expect(await codeOf(conversations.fork(fork.id, 'none', ann))).toBe('NOT_FOUND')
  })
})

describe('a deleted message', () => {
  it('leaves what follows it, and comes back', async () => {
    await talk('a')
    await talk('b')
    await conversations.deleteMessage('c1', 'A', ann)
    expect(await path()).toBe('a b B')
    expect((await get()).messages[1]?.parentId).toBe('a')
    await conversations.restoreMessage('c1', 'A', ann)
    expect(await path()).toBe('a A b B')
  })

  it('takes what follows it along if that is wished, and another path is shown', async () => {
    await talk('a')
    await talk('b')
    await talk('c', { replaces: 'b' })
    await conversations.deleteMessage('c1', 'c', ann, { following: true })
    expect(await path()).toBe('a A b B')
    await conversations.deleteMessage('c1', 'b', ann, { following: true })
    expect(await path()).toBe('a A')
    await conversations.restoreMessage('c1', 'b', ann)
    expect(await path()).toBe('a A b B')
    await conversations.restoreMessage('c1', 'c', ann)
    expect((await get(true)).messages).toHaveLength(6)
  })

  it('is gone after ten minutes, and nothing loses its place', async () => {
    await talk('a')
    await talk('b')
    await conversations.deleteMessage('c1', 'A', ann)
    clock += 11 * MINUTE
    expect(await codeOf(conversations.restoreMessage('c1', 'A', ann))).toBe('NOT_FOUND')
    await conversations.purge()
    const rows = await database
      .selectFrom('messages')
      .select(['id', 'parent_id'])
      .where('user_id', '=', ann.id)
      .orderBy('position')
      .execute()
    expect(rows).toEqual([
      { id: 'a', parent_id: null },
      { id: 'b', parent_id: 'a' },
      { id: 'B', parent_id: 'b' },
    ])
    expect(await path()).toBe('a b B')
  })
})

const message = (id: string, parentId?: string | null) => ({
  id,
  role: 'user' as const,
  content: id,
  timestamp: new Date(0).toISOString(),
  ...(parentId !== undefined && { parentId }),
})
const importing = (messages: readonly ConversationMessage[], leafId?: string) =>
  conversations.import({ conversations: [{ id: 'c1', agentId: 'v_agent', messages, leafId }] }, ann)

describe('an import', () => {
  it('accepts orphans, circles and children before their parents, and loses nothing', async () => {
    await importing([
      message('child', 'parent'),
      message('parent', null),
      message('orphan', 'nowhere'),
      message('one', 'two'),
      message('two', 'one'),
      message('self', 'self'),
    ])
    const { messages } = await get(true)
    expect(messages.map(({ id }) => id).toSorted()).toEqual(
      ['child', 'one', 'orphan', 'parent', 'self', 'two'].toSorted(),
    )
    expectTree(messages)
  })

  it('shows the path that it names', async () => {
    await importing([message('a', null), message('b', 'a'), message('c', 'a')], 'b')
    expect(await path()).toBe('a b')
  })
})

/** Expects that each message follows one before it. */
function expectTree(messages: readonly ConversationMessage[]): void {
  const seen = new Set<string | null>([null])
  for (const { id, parentId = null } of messages) {
    expect(seen).toContain(parentId)
    seen.add(id)
  }
}

/** Expects that the shown path is one of the tree, for clients that know it or not, and that its bytes are counted. */
async function expectOnePath(): Promise<void> {
  const [shown, tree] = [await get(), await get(true)]
  expectTree(tree.messages)
  const nodes = tree.messages.map(({ id, parentId = null }) => ({ id, parentId }))
  expect(shown.messages.map(({ id }) => id)).toEqual(pathTo(nodes, shown.leafId))
  expect(shown.messages.map(({ parentId }) => parentId)).toEqual([
    ...(shown.messages.length > 0 ? [null] : []),
    ...shown.messages.slice(0, -1).map(({ id }) => id),
  ])
  const page = await conversations.get('c1', { limit: 500 }, ann)
  expect(page.messages).toEqual(shown.messages)
  const { bytes } = await database
    .selectFrom('conversations')
    .select('bytes')
    .where('user_id', '=', ann.id)
    .executeTakeFirstOrThrow()
  const rows = await database
    .selectFrom('messages')
    .select(['content', 'details'])
    .where('user_id', '=', ann.id)
    .where('deleted_at', 'is', null)
    .execute()
  expect(bytes).toBe(
    rows.reduce((sum, { content, details }) => sum + Buffer.byteLength(content + details), 0),
  )
}

describe('random changes on two devices', () => {
  const step = fc.record({
    kind: fc.constantFrom(
      'ask',
      'ask',
      'edit',
      'branch',
      'again',
      'show',
      'delete',
      'delete path',
      'restore',
      'purge',
      'late reply',
    ),
    pick: fc.nat({ max: 1_000 }),
  })

  it('keep one path and no orphan, and clients that do not know the tree see the path', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        ann = await member()
        await talk('q0')
        const pending: Awaited<ReturnType<typeof ask>>[] = []
        const deleted: string[] = []
        for (const [index, { kind, pick }] of steps.entries()) {
          clock += 1_000
          const { messages: all } = await get(true)
          const chosen = all[pick % Math.max(1, all.length)]
          const id = `q${index + 1}`
          if (kind === 'ask') pending.push(await ask(id))
          else if (kind === 'edit') await talk(id, chosen ? { replaces: chosen.id } : {})
          else if (kind === 'branch') pending.push(await ask(id, { parentId: chosen?.id ?? null }))
          else if (kind === 'late reply')
            await pending.splice(pick % Math.max(1, pending.length), 1)[0]?.({
              content: 'late',
              finishReason: pick % 3 === 0 ? 'interrupted' : 'stop',
            })
          else if (kind === 'restore') {
            const back = deleted.pop()
            if (back !== undefined) await conversations.restoreMessage('c1', back, ann).catch(() => undefined)
          } else if (kind === 'purge') {
            if (pick % 2 === 0) clock += 11 * MINUTE
            await conversations.purge()
          } else if (chosen && kind === 'again' && chosen.role === 'user')
            await talk(chosen.id, { keepsVersions: pick % 2 === 0 }, `R${index + 1}`)
          else if (chosen && kind === 'show')
            await conversations.showMessage('c1', chosen.id, ann, { continues: pick % 2 === 0 })
          else if (chosen && kind.startsWith('delete')) {
            const following = kind === 'delete path'
            await conversations.deleteMessage('c1', chosen.id, ann, { following })
            deleted.push(chosen.id)
          }
          await expectOnePath()
        }
      }),
      { numRuns: 30 },
    )
  }, 60_000)
})
