import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFileDatabase } from '#db/fixtures/test-database.ts'
import { type ServerApp, createApp } from '../app.ts'
import { readSettings } from '#settings/settings.ts'

const database = await openFileDatabase()
let app: ServerApp
let api: string
beforeAll(async () => {
  app = await createApp({
    settings: readSettings({ PORT: '0', LOCAL_PROVIDERS: 'off', LOG_LEVEL: 'silent' }),
    database,
    passphrase: 'quiet harbour',
    webDirectory: import.meta.dirname,
    searchPath: '',
    now: Date.now,
  })
  api = `${await app.listen()}/api`
})
afterAll(async () => {
  await app.stop()
})

const call = (method: string, path: string, token?: string, body?: object) =>
  fetch(api + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

async function read<T = Record<string, unknown>>(response: Promise<Response>, status = 200): Promise<T> {
  const { status: got, ...rest } = await response.then(async (response) => ({
    status: response.status,
    body: await response.json(),
  }))
  expect(got, JSON.stringify(rest.body)).toBe(status)
  return rest.body as T
}

async function register(email: string): Promise<string> {
  const body = { email, password: 'louder harbour 2', acceptTerms: true }
  return (await read<{ token: string }>(call('POST', '/auth/register', undefined, body), 201)).token
}

const chat = (token: string, content: string, more: object = {}) =>
  read<{ conversationId: string; content: string; replyId: string }>(
    call('POST', '/chat', token, { messages: [{ role: 'user', content }], ...more }),
  )

it("stores a member's messages, for this member only", async () => {
  const ann = await register('ann@example.org')
  const bob = await register('bob@example.org')
  const { conversationId, content, replyId } = await chat(ann, 'Good morning')
  const { items } = await read<{ items: unknown[] }>(call('GET', '/conversations', ann))
  expect(items).toEqual([
    {
      id: conversationId,
      agentId: 'v_agent',
      title: 'Good morning',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      messageCount: 2,
      participants: ['v_agent'],
      archived: false,
      leafId: replyId,
      titleSource: 'first-words',
      projectId: null,
      pinned: false,
      tags: [],
      unread: false,
    },
  ])
  expect(await read(call('GET', `/conversations/${conversationId}`, ann))).toMatchObject({
    messages: [
      { role: 'user', content: 'Good morning' },
      { role: 'assistant', content, id: replyId, finishReason: 'stop' },
    ],
  })
  expect(await read(call('GET', '/conversations', bob))).toEqual({ items: [], nextCursor: null })
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/restore'],
    ['GET', '/export'],
    ['PUT', `/versions/${replyId}`],
  ] as const) {
    const error = await read(
      call(method, `/conversations/${conversationId}${path}`, bob, method === 'GET' ? undefined : {}),
      404,
    )
    expect(error).toMatchObject({ error: 'NOT_FOUND', requestId: expect.any(String) })
  }
})

it('keeps the versions of a reply, and shows the chosen one', async () => {
  const token = await register('liv@example.org')
  const { conversationId: id, replyId: first } = await chat(token, 'Good morning')
  const asked = await read<{ messages: { id: string }[] }>(call('GET', `/conversations/${id}`, token))
  const question = { role: 'user', content: 'Good morning', id: asked.messages[0]?.id }
  const again = { conversationId: id, messages: [question], keepsVersions: true }
  const { replyId: second } = await read<{ replyId: string }>(call('POST', '/chat', token, again))
  expect(await read(call('GET', `/conversations/${id}`, token))).toMatchObject({
    messageCount: 2,
    messages: [{ role: 'user' }, { id: second, alternatives: [{ id: first, finishReason: 'stop' }] }],
  })
  expect((await call('PUT', `/conversations/${id}/versions/${first}`, token)).status).toBe(204)
  expect(await read(call('GET', `/conversations/${id}`, token))).toMatchObject({
    messages: [{ role: 'user' }, { id: first, version: 1, alternatives: [{ id: second }] }],
  })
  await read(call('PUT', `/conversations/${id}/versions/another`, token), 404)
})

it('finds, renames, archives, deletes and restores', async () => {
  const token = await register('eve@example.org')
  const { conversationId: id } = await chat(token, '明日の会議')
  const search = async (query: string) =>
    (await read<{ items: { id: string }[] }>(call('GET', `/conversations?${query}`, token))).items.length
  expect(await search(`q=${encodeURIComponent('会議')}`)).toBe(1)
  const change = { title: '  Meeting  ', archived: true }
  expect(await read(call('PATCH', `/conversations/${id}`, token, change))).toMatchObject({
    title: 'Meeting',
    archived: true,
  })
  expect(await search('archived=false')).toBe(0)
  expect(await search('archived=true&agentId=v_agent&limit=1')).toBe(1)
  await read(call('PATCH', `/conversations/${id}`, token, { title: ' ' }), 400)
  await read(call('GET', '/conversations?limit=0', token), 400)
  await read(call('GET', '/conversations?cursor=nonsense', token), 400)
  expect((await call('DELETE', `/conversations/${id}`, token)).status).toBe(204)
  expect(await search('')).toBe(0)
  expect(await read(call('POST', `/conversations/${id}/restore`, token))).toMatchObject({
    id,
    title: 'Meeting',
  })
})

it('returns a file with the name of the conversation', async () => {
  const token = await register('kim@example.org')
  const { conversationId: id } = await chat(token, '会議 "now"')
  const markdown = await call('GET', `/conversations/${id}/export`, token)
  expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(markdown.headers.get('content-disposition')).toBe(
    `attachment; filename="__ now.md"; filename*=UTF-8''%E4%BC%9A%E8%AD%B0%20now.md`,
  )
  expect(await markdown.text()).toContain('# 会議 "now"')
  expect(await read(call('GET', `/conversations/${id}/export?format=json`, token))).toMatchObject({ id })
})

it('imports the conversations of a browser', async () => {
  const token = await register('lea@example.org')
  const messages = [
    { id: 'm1', role: 'user', content: 'Hello', timestamp: '2026-11-21T11:00:00.000Z' },
    {
      id: 'm2',
      role: 'assistant',
      content: 'Hi',
      timestamp: '2026-11-21T11:00:01.000Z',
      finishReason: 'stop',
    },
  ]
  const body = { conversations: [{ id: 'conv-1', agentId: 'v_agent', messages }] }
  expect(await read(call('POST', '/conversations/import', token, body))).toEqual({
    addedMessages: 2,
    missingFiles: [],
  })
  expect(await read(call('POST', '/conversations/import', token, body))).toMatchObject({ addedMessages: 0 })
  expect(await read(call('GET', '/conversations/conv-1', token))).toMatchObject({ messages })
})

it('returns a conversation in pages to callers that ask for them', async () => {
  const token = await register('pia@example.org')
  const messages = ['1', '2', '3'].map((content, index) => ({
    id: content,
    role: index === 1 ? 'assistant' : 'user',
    content,
    timestamp: '2026-11-21T11:00:00.000Z',
  }))
  const body = { conversations: [{ id: 'conv-1', agentId: 'v_agent', messages }] }
  await read(call('POST', '/conversations/import', token, body))
  interface Page {
    messages: { id: string }[]
    nextCursor: string | null
  }
  const page = async (query: string) => {
    const { messages, nextCursor } = await read<Page>(call('GET', `/conversations/conv-1${query}`, token))
    return { ids: messages.map(({ id }) => id), nextCursor }
  }
  const newest = await page('?limit=2')
  expect(newest).toEqual({ ids: ['2', '3'], nextCursor: expect.any(String) })
  expect(await page(`?cursor=${newest.nextCursor}`)).toEqual({ ids: ['1'], nextCursor: null })
  expect(await page('')).toEqual({ ids: ['1', '2', '3'], nextCursor: undefined })
  for (const query of ['limit=0', 'limit=501', 'limit=x', 'cursor=x'])
    expect(await read(call('GET', `/conversations/conv-1?${query}`, token), 400)).toMatchObject({
      error: 'VALIDATION',
    })
})

it('is for members', async () => {
  expect(await read(call('GET', '/conversations'), 401)).toMatchObject({ error: 'UNAUTHORIZED' })
  const { token } = await read<{ token: string }>(
    call('POST', '/auth/global', undefined, { password: 'quiet harbour' }),
  )
  expect(await read(call('GET', '/conversations', token), 403)).toMatchObject({ error: 'FORBIDDEN' })
})
