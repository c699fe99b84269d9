import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// Conversations that members bring along from other programs.

let servers: TestServers
let token: string

beforeEach(async () => {
  servers = await createTestServers()
  await servers.start()
  token = await servers.register('ann@example.org')
})
afterEach(() => servers.close())

const call = (method: string, path: string, body?: object) => servers.call(method, path, token, body)
const begin = async (fileHash = 'a1') =>
  (
    await call('POST', '/imports', {
      source: 'chatgpt',
      fileHash,
      counts: { conversations: 2, messages: 4, files: 0 },
    })
  ).json
const conversation = (number: number, more: readonly object[] = []) => ({
  id: `new-${number}-${Math.random()}`,
  sourceId: `chatgpt:${number}`,
  agentId: 'v_agent',
  title: `Boiler\n${number}`,
  leafId: `${number}-b2`,
  messages: [
    {
      id: `${number}-a`,
      parentId: null,
      role: 'user',
      content: 'Why does it knock?',
      timestamp: '2023-05-01T10:00:00.000Z',
    },
    {
      id: `${number}-b1`,
      parentId: `${number}-a`,
      role: 'assistant',
      content: 'Air.',
      timestamp: '2023-05-01T10:00:05.000Z',
      model: 'gpt-4',
    },
    {
      id: `${number}-b2`,
      parentId: `${number}-a`,
      role: 'assistant',
      content: 'Lime.',
      timestamp: '2023-05-01T10:01:00.000Z',
    },
    ...more,
  ],
})
const bring = (importId: string, ...conversations: readonly object[]) =>
  call('POST', '/conversations/import', { importId, conversations })
const list = async () => (await call('GET', '/conversations')).json.items

describe('an import', () => {
  it('keeps titles, dates, models and branches', async () => {
    const { id } = await begin()
    const { status, json } = await bring(id, conversation(1))
    expect([status, json.addedMessages]).toEqual([200, 3])
    const [{ id: stored, title, createdAt }] = await list()
    expect([title, createdAt]).toEqual(['Boiler 1', '2023-05-01T10:00:00.000Z'])
    const shown = (await call('GET', `/conversations/${stored}`)).json
    expect(shown.messages.map(({ content }: { content: string }) => content)).toEqual([
      'Why does it knock?',
      'Lime.',
    ])
    const tree = (await call('GET', `/conversations/${stored}?tree=1`)).json
    expect(tree.messages).toHaveLength(3)
  })

  it('of the same file, or of a later one, adds what is new and doubles nothing', async () => {
    const { id } = await begin()
    await bring(id, conversation(1), conversation(2))
    expect((await begin()).id).toBe(id)
    expect((await bring(id, conversation(1), conversation(2))).json.addedMessages).toBe(0)
    const later = await begin('a2')
    expect(later.id).not.toBe(id)
    const more = {
      id: '1-c',
      parentId: '1-b2',
      role: 'user',
      content: 'Thanks',
      timestamp: '2024-01-01T00:00:00.000Z',
    }
    expect((await bring(later.id, conversation(1, [more]))).json.addedMessages).toBe(1)
    expect(await list()).toHaveLength(2)
    expect((await call('GET', '/imports')).json.items).toMatchObject([
      { id: later.id, conversations: 0 },
      { id, source: 'chatgpt', conversations: 2, counts: { conversations: 2, messages: 4, files: 0 } },
    ])
  })

  it('is undone as a whole, but for what was continued since', async () => {
    const { id } = await begin()
    await bring(id, conversation(1), conversation(2))
    const items = await list()
    const continued = items.find(({ title }: { title: string }) => title === 'Boiler 2').id
    await call('POST', '/conversations/import', {
      conversations: [
        {
          id: continued,
          agentId: 'v_agent',
          messages: [{ id: 'own', role: 'user', content: 'My own', timestamp: '2026-01-01T00:00:00.000Z' }],
        },
      ],
    })
    expect((await call('DELETE', `/imports/${id}`)).status).toBe(204)
    expect((await list()).map(({ id: left }: { id: string }) => left)).toEqual([continued])
    expect((await call('GET', '/imports')).json.items).toEqual([])
    // What was undone can come in again.
    const again = await begin()
    expect((await bring(again.id, conversation(1))).json.addedMessages).toBe(3)
  })

  it('takes the projects that were made for it along when it is undone, unless there is something in them', async () => {
    const { id } = await begin()
    const make = async (name: string) => (await call('POST', '/projects', { name, importId: id })).json.id
    const [house, garden] = [await make('House'), await make('Garden')]
    await call('POST', '/projects', { name: 'Own' })
    await bring(id, { ...conversation(1), projectId: house }, { ...conversation(2), projectId: garden })
    await call('POST', '/conversations/import', {
      conversations: [
        {
          id: 'own',
          agentId: 'v_agent',
          projectId: garden,
          messages: [{ id: 'own', role: 'user', content: 'My own', timestamp: '2026-01-01T00:00:00.000Z' }],
        },
      ],
    })
    await call('DELETE', `/imports/${id}`)
    const { items } = (await call('GET', '/projects')).json
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['Garden', 'Own'])
  })

  it('is known by the ids of the other program, to its member', async () => {
    const { id } = await begin()
    await bring(id, conversation(1))
    const sourceIds = ['chatgpt:1', 'chatgpt:2']
    expect((await call('POST', '/imports/known', { sourceIds })).json).toEqual({ sourceIds: ['chatgpt:1'] })
    const bo = await servers.register('bo@example.org')
    expect((await servers.call('POST', '/imports/known', bo, { sourceIds })).json).toEqual({ sourceIds: [] })
  })

  it('of another member is none', async () => {
    const { id } = await begin()
    token = await servers.register('bo@example.org')
    expect((await bring(id, conversation(1))).status).toBe(404)
    expect((await call('DELETE', `/imports/${id}`)).status).toBe(404)
  })
})
