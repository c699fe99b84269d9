import { DAY_MS } from '@vee/contract/time/durations'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Endpoint } from '@vee/contract/http/endpoint'
import { CALLS } from '@vee/contract/http/index'
import type { Database } from '#db/schema.ts'
import { wavOf } from '#domain/voice/speech/fixtures/sounds.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// Tests that no user can access another user's data: every endpoint that takes an id is called with ids of
// another user.

const PASSPHRASE = 'quiet harbour'
/** A text contained in all of the owner's data. */
const SECRET = 'the lighthouse blinks'

/** Endpoints whose ids belong to no user, or with separate rules that are tested in other files. */
const NOT_OWNED: Readonly<Record<string, string>> = {
  'POST /auth/outside/{provider}/begin': 'a provider that all share',
  'GET /system/turn-model/{version}': 'a file of the host, the same for everybody',
  'GET /prompts/{id}': 'an agent that all share, shown with the agents that people make',
  'GET /shared/{token}': 'for everybody who has the link, shown with the links',
  'GET /billing/status/{id}': 'a checkout, protected by its long random id',
  'POST /organizations/invites/{token}/accept': 'a link that was sent, shown with the organizations',
  'GET /scim/v2/Users/{id}': 'for a directory with its token alone, shown with provisioning',
  'PUT /scim/v2/Users/{id}': 'for a directory with its token alone, shown with provisioning',
  'PATCH /scim/v2/Users/{id}': 'for a directory with its token alone, shown with provisioning',
  'DELETE /scim/v2/Users/{id}': 'for a directory with its token alone, shown with provisioning',
  'GET /scim/v2/ResourceTypes/{id}': 'the same for everybody',
  'GET /scim/v2/Schemas/{id}': 'the same for everybody',
  'PATCH /host/users/{id}': 'for the host alone',
  'POST /host/users/{id}/sign-out': 'for the host alone',
  'DELETE /host/users/{id}': 'for the host alone',
  'PATCH /host/organizations/{id}': 'for the host alone',
  'DELETE /host/organizations/{id}': 'for the host alone',
  'PATCH /host/endpoints/{id}': 'for the host alone',
  'DELETE /host/endpoints/{id}': 'for the host alone',
  'PUT /host/search/{id}': 'for the host alone',
  'DELETE /host/search/{id}': 'for the host alone',
  'POST /host/search/{id}/test': 'for the host alone',
}

/** Bodies that are valid enough for the handler to look up the id. */
const ENDPOINT = {
  name: 'Models of Ann',
  protocol: 'openai',
  baseUrl: 'https://93.184.216.34/v1',
  models: ['none'],
  prices: null,
  isEnabled: false,
}

const BODIES: Readonly<Record<string, object>> = {
  'PATCH /conversations/{id}': { title: 'Mine now' },
  'PUT /conversations/{id}/leaf': { messageId: null },
  'POST /conversations/{id}/fork': { messageId: 'reply-of-ann' },
  'PATCH /links/{id}': { title: 'Mine now' },
  'PATCH /meetings/{id}': { title: 'Mine now' },
  'PATCH /organizations/{id}': { name: 'Mine now' },
  'PATCH /agents/{id}': { name: 'Mine now' },
  'PATCH /knowledge/{id}': { name: 'Mine now' },
  'POST /knowledge/{id}/files': { url: 'https://example.org/mine' },
  'PUT /meetings/{id}/shares/{organizationId}': { right: 'edit' },
  'PUT /agents/{id}/shares/{organizationId}': { right: 'edit' },
  'PUT /projects/{id}/shares/{organizationId}': { right: 'edit' },
  'PATCH /projects/{id}': { name: 'Mine now' },
  'PATCH /saved-prompts/{id}': { title: 'Mine now' },
  'PUT /attachments/{id}/text': { sections: [{ title: '', text: 'Mine now' }] },
  'POST /organizations/{id}/domains': { domain: 'example.org' },
  'POST /organizations/{id}/endpoints': ENDPOINT,
  'PATCH /organizations/{id}/endpoints/{endpointId}': { version: 1, name: 'Mine' },
  'POST /organizations/{id}/endpoints/test': ENDPOINT,
  'POST /organizations/{id}/invites': { email: 'cy@example.org' },
  'PATCH /organizations/{id}/members/{memberId}': { role: 'viewer' },
  'POST /chat/replies/{replyId}/consent': { callId: 'call', decision: 'allow' },
}

const TUS = { 'tus-resumable': '1.0.0' }

let servers: TestServers
let database: Database
let url: string
let owner: string
let strangers: readonly (readonly [kind: string, headers: Readonly<Record<string, string>>])[]
/** ids by the parameter name in the path or, if that is ambiguous, by the first segment of the path */
let owned: ReadonlyMap<string, string>

let attachmentId = ''
let knowledgeId = ''

beforeAll(async () => {
  servers = await createTestServers()
  database = servers.database
  url = await servers.start()
  // The first account to register is the operator's; this test is about all other users.
  await register('host@example.org')
  owner = await register('ann@example.org')
  const stranger = await register('bob@example.org')
  const shared = await read('POST', '/auth/global', {}, { password: PASSPHRASE })
  strangers = [
    ['member', bearer(stranger)],
    ['holder of the passphrase', bearer(String(shared['token']))],
    ['visitor', { 'x-session-id': 'bob' }],
    ['nobody', {}],
  ]
  owned = await makeThings()
})
afterAll(() => servers.close())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

function send(method: string, path: string, headers: Readonly<Record<string, string>>, body?: object) {
  if (body instanceof Blob)
    return fetch(`${url}/api${path}`, { method, headers: { ...headers, 'content-type': body.type }, body })
  if (body instanceof FormData) return fetch(`${url}/api${path}`, { method, headers, body })
  return fetch(`${url}/api${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}

/** Returns a form with a second of silence for a meeting. */
function soundForm(): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ pieceId: 'p1', track: 'me', start: '0', end: '1' }))
    form.append(name, value)
  form.append('audio', new Blob([new Uint8Array(wavOf({ seconds: 1 }))]), 'a.wav')
  return form
}

async function read(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await send(method, path, headers, body)
  expect(response.status).toBeLessThan(300)
  return Object(await response.json())
}

async function register(email: string): Promise<string> {
  const body = { email, password: 'quiet harbour 1', acceptTerms: true }
  const { token } = await read('POST', '/auth/register', {}, body)
  await database
    .updateTable('users')
    .set({ plan_id: 'organization', subscription_status: 'active', renews_at: Date.now() + DAY_MS })
    .where('email', '=', email)
    .execute()
  return String(token)
}

const question = (more: object = {}) => ({
  conversationId: 'conv-of-ann',
  replyId: 'reply-of-ann',
  messages: [{ role: 'user', content: SECRET }],
  ...more,
})

/** Resolves once the file of the owner's knowledge was read. */
const untilRead = (headers: Readonly<Record<string, string>>) =>
  vi.waitFor(async () => {
    const files = await send('GET', `/knowledge/${knowledgeId}/files`, headers)
    expect(await files.text()).toContain('"ready"')
  })

/** Creates one object of every kind that a user can own. */
async function makeThings(): Promise<ReadonlyMap<string, string>> {
  const mine = bearer(owner)
  await read('POST', '/chat', mine, question())
  const meeting = await read('POST', '/meetings', mine, { title: SECRET })
  const agent = await read('POST', '/agents', mine, { name: 'Kai', purpose: SECRET })
  const project = await read('POST', '/projects', mine, { name: SECRET })
  await send('PUT', `/projects/${String(project['id'])}/items/conversation/conv-of-ann`, mine)
  const team = await read('POST', '/organizations', mine, { name: SECRET })
  const [me] = Object(team['organization'])['members'] ?? Object(team)['members']
  const organization = String(Object(team['organization'] ?? team)['id'])
  const invite = await read('POST', `/organizations/${organization}/invites`, mine, {
    email: 'dee@example.org',
  })
  const domain = await read('POST', `/organizations/${organization}/domains`, mine, { domain: 'example.org' })
  const endpoint = await read('POST', `/organizations/${organization}/endpoints`, mine, ENDPOINT)
  const link = await read('POST', '/conversations/conv-of-ann/links', mine, { title: SECRET })
  const imported = await read('POST', '/imports', mine, {
    source: 'claude',
    fileHash: SECRET,
    counts: { conversations: 1, messages: 2 },
  })
  const { sessions } = await read('GET', '/auth/sessions', mine)
  const { user } = await read('GET', '/auth', mine)
  const prompt = await read('POST', '/saved-prompts', mine, { title: 'Kai', text: SECRET })
  const form = new FormData()
  form.append('file', new Blob([SECRET]), 'a.txt')
  const attachment = await read('POST', '/attachments', mine, form)
  await read('PUT', `/attachments/${String(attachment['id'])}/text`, mine, {
    sections: [{ title: '', text: SECRET }],
  })
  attachmentId = String(attachment['id'])
  const base = await read('POST', '/knowledge', mine, { name: SECRET, ownerKind: 'user' })
  const file = await read('POST', `/knowledge/${String(base['id'])}/files`, mine, { attachmentId })
  knowledgeId = String(base['id'])
  await untilRead(mine)
  const upload = await send('POST', '/attachments/uploads', { ...mine, ...TUS, 'upload-length': '3' })
  const uploadId = upload.headers.get('location')?.split('/').at(-1) ?? ''
  const note = randomUUID()
  await database
    .insertInto('memory_notes')
    .values({ id: note, user_id: String(Object(user)['id']), note: SECRET, created_at: Date.now() })
    .execute()
  const source = { owner: String(Object(user)['id']), conversation_id: 'conv-of-ann' }
  await database
    .insertInto('reply_sources')
    .values({
      ...source,
      reply_id: 'reply-of-ann',
      source_id: 'source-of-ann',
      quotes: JSON.stringify([{ text: SECRET, isProven: true }]),
      created_at: Date.now(),
    })
    .execute()
  return new Map([
    ['chat', 'source-of-ann'],
    ['replyId', 'reply-of-ann'],
    ['messageId', 'reply-of-ann'],
    ['inviteId', String(invite['id'])],
    ['domainId', String(domain['id'] ?? Object(domain['domain'])['id'])],
    ['endpointId', String(endpoint['id'])],
    ['memberId', String(Object(me)['id'])],
    ['conversations', 'conv-of-ann'],
    ['projects', String(project['id'])],
    ['kind', 'conversation'],
    ['ref', 'conv-of-ann'],
    ['meetings', String(Object(meeting['meeting'] ?? meeting)['id'])],
    ['agents', String(Object(agent['agent'] ?? agent)['id'])],
    ['openai', String(Object(agent['agent'] ?? agent)['id'])],
    ['organizations', organization],
    ['organizationId', organization],
    ['auth', String(Object((sessions as unknown[])[0])['id'])],
    ['links', String(link['id'])],
    ['imports', String(imported['id'])],
    ['memory-notes', note],
    ['saved-prompts', String(prompt['id'])],
    ['attachments', attachmentId],
    ['uploadId', uploadId],
    ['knowledge', knowledgeId],
    ['fileId', String(file['id'])],
  ])
}

const bodyOf = (endpoint: Endpoint): object | undefined => {
  if (endpoint.body?.kind === 'multipart') return soundForm()
  if (endpoint.body?.kind === 'chunk') return new Blob(['abc'], { type: endpoint.body.contentType })
  return endpoint.body?.kind === 'json' ? (BODIES[nameOf(endpoint)] ?? {}) : undefined
}
const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`
const withIds = CALLS.filter(({ path }) => path.includes('{'))

function addressOf(path: string): string {
  const area = path.split('/')[1] ?? ''
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = owned.get(name) ?? owned.get(area)
    if (id === undefined) throw new Error(`nothing is there for ${path}: make one, or say why it is nobody's`)
    return encodeURIComponent(id)
  })
}

/** Returns everything that the owner can see of their own data. */
async function everythingOf(token: string): Promise<string> {
  const looks = [
    '/conversations/conv-of-ann',
    '/meetings',
    '/agents',
    '/organizations',
    '/memory-notes',
    '/projects',
    '/links',
    '/imports',
    '/saved-prompts',
    '/auth/sessions',
    '/chat/replies/reply-of-ann/sources/source-of-ann',
    '/knowledge',
    `/knowledge/${knowledgeId}/files`,
    `/attachments/${attachmentId}`,
    `/attachments/${attachmentId}/text`,
  ]
  const texts = await Promise.all(looks.map(async (path) => (await send('GET', path, bearer(token))).text()))
  return texts.join('\n').replaceAll(/"(lastSeenAt|usedToday)":[^,}]*/g, '')
}

it('shows and changes no data of another user, for any endpoint', async () => {
  const before = await everythingOf(owner)
  expect(before.split(SECRET).length).toBeGreaterThan(4)
  const leaks: string[] = []
  for (const call of withIds.filter((endpoint) => NOT_OWNED[nameOf(endpoint)] === undefined)) {
    const body = bodyOf(call)
    for (const [kind, headers] of strangers) {
      const all = { ...headers, ...(call.headers && { ...TUS, 'upload-offset': '0' }) }
      const response = await send(call.method, addressOf(call.path), all, body)
      const text = await response.text()
      const isKeptOut =
        kind === 'member' ? response.status === 404 : [401, 403, 404].includes(response.status)
      if (!isKeptOut || text.includes(SECRET))
        leaks.push(`${kind}: ${nameOf(call)} answered ${response.status} ${text}`)
    }
  }
  expect(leaks).toEqual([])
  expect(await everythingOf(owner)).toBe(before)
})

it('finds nothing of another user', async () => {
  const path = `/search?q=${encodeURIComponent(SECRET)}`
  expect(await (await send('GET', path, bearer(owner))).text()).toContain(SECRET)
  for (const [, headers] of strangers) {
    const found = await (await send('GET', path, headers)).text()
    expect(found).not.toContain(SECRET)
  }
})

it('adds nothing to a conversation of another user, and joins none of their replies', async () => {
  const before = await everythingOf(owner)
  for (const [, headers] of strangers) {
    const response = await send(
      'POST',
      '/chat',
      headers,
      question({ messages: [{ role: 'user', content: 'Good day' }] }),
    )
    expect(await response.text()).not.toContain(SECRET)
  }
  const [, headers] = strangers[0] ?? ['', {}]
  const messages = [{ id: 'm1', role: 'user', content: 'Good day', timestamp: new Date().toISOString() }]
  await send('POST', '/conversations/import', headers, {
    conversations: [{ id: 'conv-of-ann', agentId: 'v_agent', messages }],
  })
  expect(await everythingOf(owner)).toBe(before)
})

it('contains the reason for each excluded endpoint', () => {
  const names = new Set(withIds.map(nameOf))
  expect(Object.keys(NOT_OWNED).filter((name) => !names.has(name))).toEqual([])
})
