import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FoundConversation } from '@vee/contract/entities/conversation'
import type { Project } from '@vee/contract/entities/project'
import type { Upstream } from '../../fakes/upstream/index.ts'
import { startServerWithUpstream, type TestServers } from './fixtures/test-server.ts'

// How members keep and find conversations: pins, tags, titles, unread marks, projects.

let servers: TestServers
let upstream: Upstream
let url: string
let token: string

beforeEach(async () => {
  ;({ servers, upstream, url, token } = await startServerWithUpstream({ MODEL_TITLES: 'on' }))
})
afterEach(() => servers.close())

const call = (method: string, path: string, body?: object, by = token) => servers.call(method, path, by, body)
const list = async (query = '', by = token): Promise<readonly FoundConversation[]> =>
  (await call('GET', `/conversations${query}`, undefined, by)).json.items
const conversation = async (id = 'c1') => (await list()).find((item) => item.id === id)
const import_ = (id: string, ...contents: readonly string[]) =>
  call('POST', '/conversations/import', {
    conversations: [
      {
        id,
        agentId: 'v_agent',
        messages: contents.map((content, index) => ({
          id: `${id}-${index}`,
          role: index % 2 === 0 ? 'user' : 'assistant',
          content,
          timestamp: `2026-11-2${index}T12:00:00.000Z`,
        })),
      },
    ],
  })

async function ask(content: string, more: object = {}) {
  return call('POST', '/chat', {
    conversationId: 'c1',
    messages: [{ role: 'user', content, id: content }],
    ...more,
  })
}

const ids = async (query: string) => (await list(query)).map(({ id }) => id)
const bulk = async (action: string, ...conversationIds: readonly string[]) =>
  (await call('POST', '/conversations/bulk', { ids: conversationIds, action })).json.changed
const create = async (fields: object = {}, by = token) =>
  call('POST', '/projects', { name: 'Kitchen', instructions: 'Answer in rhymes.', ...fields }, by)
const promptOf = (index = -1) => JSON.stringify(upstream.requests.at(index)?.json)

describe('a list', () => {
  it('is filtered by pins, tags, projects and dates', async () => {
    for (const id of ['c1', 'c2', 'c3']) await import_(id, `Question of ${id}`)
    const changed = await call('PATCH', '/conversations/c1', {
      pinned: true,
      tags: [' Boats', 'boats', 'Ärger'],
    })
    expect(changed.json).toMatchObject({ pinned: true, tags: ['Ärger', 'Boats'] })
    await call('PATCH', '/conversations/c2', { tags: ['boats'] })
    expect(await ids('?pinned=true')).toEqual(['c1'])
    expect(await ids('?pinned=false')).toEqual(['c3', 'c2'])
    expect(await ids('?tag=BOATS')).toEqual(['c2', 'c1'])
    expect(await ids('?tag=arger')).toEqual(['c1'])
    expect(await ids('?from=2026-11-21T00:00:00Z')).toEqual([])
    expect(await ids('?to=2026-11-21T00:00:00Z')).toHaveLength(3)
    expect((await call('GET', '/conversations/tags')).json.items).toEqual([
      { tag: 'Boats', count: 2 },
      { tag: 'Ärger', count: 1 },
    ])
    await call('PATCH', '/conversations/c1', { tags: [], pinned: false })
    expect(await ids('?tag=boats')).toEqual(['c2'])
    expect((await call('PATCH', '/conversations/c1', { tags: [''] })).status).toBe(400)
  })

  it('of a search has the words around the newest match, marked, on any path', async () => {
    await import_('c1', 'Where is the old Lighthouse?', 'In Überlingen, at the harbor.')
    await call('PUT', '/conversations/c1/leaf', { messageId: 'c1-0' })
    const [item] = await list('?q=uberlingen%20lighthouse')
    expect(item).toMatchObject({ messageId: expect.stringMatching(/^c1-/) })
    const marked = item?.marks?.map(([start, end]) => item.excerpt?.slice(start, end))
    expect(['Lighthouse', 'Überlingen']).toContain(marked?.[0])
    const long = `${'word '.repeat(200)}needle${' word'.repeat(200)}`
    await import_('c2', long)
    const [found] = await list('?q=needle')
    expect(found?.excerpt?.length).toBeLessThan(230)
    expect(found?.marks?.map(([start, end]) => found.excerpt?.slice(start, end))).toEqual(['needle'])
    await call('PATCH', '/conversations/c2', { title: 'Haystack' })
    expect((await list('?q=haystack'))[0]).toMatchObject({ messageId: null, excerpt: '', marks: [] })
  })

  it('is changed as a whole', async () => {
    for (const id of ['c1', 'c2', 'c3']) await import_(id, id)
    expect(await bulk('archive', 'c1', 'c2', 'none')).toBe(2)
    expect(await list('?archived=true')).toHaveLength(2)
    expect(await bulk('delete', 'c1', 'c3')).toBe(2)
    expect((await list()).map(({ id }) => id)).toEqual(['c2'])
    expect(await bulk('restore', 'c1', 'c3')).toBe(2)
    expect(await list()).toHaveLength(3)
  })
})

describe('a title', () => {
  it('is made by the smaller model after the first reply, and never replaces one of a person', async () => {
    upstream.scriptOnly(
      'chat',
      { text: 'In Konstanz.' },
      { text: '"Harbors of the great Lake Constance today"' },
    )
    await ask('Where is the harbor?')
    await expect
      .poll(() => conversation())
      .toMatchObject({
        title: 'Harbors of the great Lake Constance',
        titleSource: 'model',
      })
    expect(upstream.requests.at(-1)?.json).toMatchObject({ model: 'gpt-4o-mini' })
    const entries = await servers.database.selectFrom('ledger_entries').select('model').execute()
    expect(entries.map(({ model }) => model)).toContain('gpt-4o-mini')
    await call('PATCH', '/conversations/c1', { title: 'Mine' })
    expect(await conversation()).toMatchObject({ title: 'Mine', titleSource: 'person' })
    const count = upstream.requests.length
    upstream.scriptOnly('chat', { text: 'Yes.' })
    await ask('And?')
    expect(upstream.requests).toHaveLength(count + 1)
  })

  it('stays the first words where the model gives none', async () => {
    upstream.scriptOnly('chat', { text: 'Yes.' }, { text: '\n' })
    await ask('Is it?')
    await expect.poll(() => upstream.requests.length).toBe(2)
    expect(await conversation()).toMatchObject({ title: 'Is it?', titleSource: 'first-words' })
  })
})

describe('an unread mark', () => {
  it('stands for a reply that ended while its caller was away, until the conversation is opened', async () => {
    upstream.scriptOnly('chat', { text: 'At last.', firstPieceAfterMs: 200 })
    const abort = new AbortController()
    const response = await fetch(`${url}/api/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        conversationId: 'c1',
        stream: true,
        messages: [{ role: 'user', content: 'Slowly', id: 'q1' }],
      }),
      signal: abort.signal,
    })
    await response.body?.getReader().read()
    abort.abort()
    await expect.poll(() => conversation()).toMatchObject({ unread: true, messageCount: 2 })
    await call('GET', '/conversations/c1?tree=1')
    expect(await conversation()).toMatchObject({ unread: true })
    await call('GET', '/conversations/c1')
    expect(await conversation()).toMatchObject({ unread: false })
    upstream.scriptOnly('chat', { text: 'Yes.' })
    await ask('Here')
    expect(await conversation()).toMatchObject({ unread: false })
    expect((await call('PATCH', '/conversations/c1', { unread: true })).json).toMatchObject({ unread: true })
  })
})

describe('a project', () => {
  it('gives its instructions and its model to its conversations', async () => {
    const { status, json } = await create({ model: 'gpt-4o-mini', agentId: 'tutor_agent' })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      name: 'Kitchen',
      agentId: 'tutor_agent',
      model: 'gpt-4o-mini',
      ownerName: null,
      right: 'edit',
      organizationId: null,
      conversationCount: 0,
    })
    upstream.scriptOnly('chat', { text: 'Yes.' }, { text: 'Title' }, { text: 'No.' }, { text: 'Title' })
    await ask('New', { projectId: json.id })
    expect(upstream.requests[0]?.json).toMatchObject({ model: 'gpt-4o-mini' })
    expect(promptOf(0)).toContain('Answer in rhymes.')
    await expect.poll(() => conversation()).toMatchObject({ projectId: json.id, titleSource: 'model' })
    expect(promptOf()).not.toContain('Answer in rhymes.')
    await ask('Outside', { conversationId: 'c2' })
    expect(promptOf(2)).not.toContain('Answer in rhymes.')
    await call('PATCH', '/conversations/c2', { projectId: json.id })
    expect((await list(`?projectId=${json.id}`)).map(({ id }) => id)).toEqual(['c2', 'c1'])
    expect((await call('GET', `/projects/${json.id}`)).json).toMatchObject({ conversationCount: 2 })
    upstream.scriptOnly('chat', { text: 'Yes.' })
    await ask('Inside', { conversationId: 'c2', model: 'gpt-4o' })
    expect(upstream.requests.at(-1)?.json).toMatchObject({ model: 'gpt-4o' })
    expect(promptOf()).toContain('Answer in rhymes.')
  })

  it('has items, is changed, and is deleted with undo without what belongs to it', async () => {
    const { json } = await create()
    const path = `/projects/${json.id}`
    await import_('c1', 'One')
    const meeting = (await call('POST', '/meetings', { title: 'Plans' })).json
    expect((await call('PUT', `${path}/items/conversation/c1`)).status).toBe(204)
    expect((await call('PUT', `${path}/items/meeting/${meeting.id}`)).status).toBe(204)
    expect((await call('PUT', `${path}/items/meeting/none`)).status).toBe(404)
    expect((await call('PUT', `${path}/items/conversation/none`)).status).toBe(404)
    const { items, nextCursor } = (await call('GET', `${path}/items?limit=1`)).json
    const rest = (await call('GET', `${path}/items?cursor=${nextCursor}`)).json
    expect([...items, ...rest.items].map(({ kind, title }) => [kind, title])).toEqual([
      ['meeting', 'Plans'],
      ['conversation', 'One'],
    ])
    await call('DELETE', `${path}/items/meeting/${meeting.id}`)
    expect((await call('DELETE', `${path}/items/meeting/${meeting.id}`)).status).toBe(204)
    expect((await call('GET', `${path}/items`)).json.items).toHaveLength(1)
    expect((await call('PATCH', path, { name: 'Cellar', agentId: null })).json).toMatchObject({
      name: 'Cellar',
    })
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('POST', `${path}/restore`)).json).toMatchObject({
      name: 'Cellar',
      conversationCount: 1,
    })
    await call('DELETE', path)
    expect(await conversation()).toMatchObject({ title: 'One' })
    expect((await call('PATCH', '/conversations/c1', { projectId: json.id })).status).toBe(404)
  })

  it('of a team is used and changed by its members, and each sees own conversations only', async () => {
    const boss = await servers.register('boss@example.org')
    await servers.database
      .updateTable('users')
      .set({ plan_id: 'organization', subscription_status: 'active', renews_at: Date.now() + 86_400_000 })
      .execute()
    const team = (await call('POST', '/organizations', { name: 'Bakers' }, boss)).json
    const organization = team.organization ?? team
    const { user } = (await call('GET', '/auth')).json
    await servers.database
      .insertInto('organization_members')
      .values({
        organization_id: organization.id,
        user_id: user.id,
        role: 'builder',
        daily_token_limit: null,
        joined_at: Date.now(),
      })
      .execute()
    const { json } = await create({ organizationId: organization.id }, boss)
    expect(json).toMatchObject({ organizationId: organization.id, ownerName: null })
    const mine: Project = (await call('GET', `/projects/${json.id}`)).json
    expect(mine).toMatchObject({ name: 'Kitchen', right: 'edit', ownerName: expect.any(String) })
    expect((await call('PATCH', `/projects/${json.id}`, { instructions: 'Be brief.' })).status).toBe(200)
    expect((await call('DELETE', `/projects/${json.id}`)).status).toBe(403)
    await import_('c1', 'Secret dough')
    await call('PUT', `/projects/${json.id}/items/conversation/c1`)
    const items = async (by: string) =>
      (await call('GET', `/projects/${json.id}/items`, undefined, by)).json.items
    expect(await items(token)).toHaveLength(1)
    expect(await items(boss)).toEqual([])
    await call('DELETE', `/projects/${json.id}/shares/${organization.id}`, undefined, boss)
    expect((await call('GET', `/projects/${json.id}`)).status).toBe(404)
    upstream.scriptOnly('chat', { text: 'Yes.' })
    await ask('Still?')
    expect(promptOf(0)).not.toContain('Be brief.')
  })
})
