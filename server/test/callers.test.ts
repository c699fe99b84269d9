import { DAY_MS } from '@vee/contract/time/durations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PlanId } from '@vee/contract/entities/accounts/user'
import type { Endpoint } from '@vee/contract/http/endpoint'
import { CALLS } from '@vee/contract/http/index'
import type { Database } from '#db/schema.ts'
import { hashOfToken } from '#domain/accounts/token.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// Access of every kind of caller to every endpoint of the contract. An endpoint without a row here fails.

const PASSPHRASE = 'quiet harbour'
const PLANS = ['free', 'basic', 'creator', 'organization'] as const satisfies readonly PlanId[]

type Kind = 'nobody' | 'visitor' | 'expired' | 'passphrase' | PlanId | 'lapsed'
const KINDS = ['nobody', 'visitor', 'expired', 'passphrase', ...PLANS, 'lapsed'] as const
/**
 * The error code for each kind of caller without access; others have access, with any status for an invalid
 * request.
 */
type Rule = Partial<Record<Kind, string>>

const PUBLIC: Rule = { expired: 'SESSION_EXPIRED' }
/** An expired token does not prevent signing in, signing out, or reading the server's status. */
const ALWAYS: Rule = {}
const SIGNED_IN: Rule = { nobody: 'UNAUTHORIZED', visitor: 'UNAUTHORIZED', expired: 'SESSION_EXPIRED' }
/** Requires a personal account: a passphrase holder has none. */
const MEMBERS: Rule = { ...SIGNED_IN, passphrase: 'FORBIDDEN' }

/** Requires the host: in this test the owner of the first account. */
const HOST: Rule = {
  ...MEMBERS,
  basic: 'FORBIDDEN',
  creator: 'FORBIDDEN',
  organization: 'FORBIDDEN',
  lapsed: 'FORBIDDEN',
}

/** These require a directory's own token, and no session is accepted. */
const DIRECTORIES: Rule = Object.fromEntries(KINDS.map((kind) => [kind, 'UNAUTHORIZED']))

const RULES: Readonly<Record<string, Rule>> = {
  'POST /auth/outside/finish': ALWAYS,
  'POST /auth/outside/{provider}/begin': ALWAYS,
  'GET /auth/outside': PUBLIC,
  'GET /metrics': ALWAYS,
  'GET /health': ALWAYS,
  'GET /ready': ALWAYS,
  'GET /system/llm-status': ALWAYS,
  'GET /system/speech': ALWAYS,
  'GET /system/search': ALWAYS,
  'GET /system/turn-model/{version}': ALWAYS,
  'POST /auth/global': ALWAYS,
  'POST /auth/login': ALWAYS,
  'POST /auth/register': ALWAYS,
  'GET /auth': PUBLIC,
  'DELETE /auth': ALWAYS,
  'POST /auth/forgot-password': ALWAYS,
  'POST /auth/reset-password': ALWAYS,
  'POST /auth/change-password': MEMBERS,
  'PATCH /auth/profile': SIGNED_IN,
  'GET /auth/sessions': SIGNED_IN,
  'DELETE /auth/sessions/{id}': SIGNED_IN,
  'DELETE /auth/sessions': SIGNED_IN,
  'GET /account/export': MEMBERS,
  'GET /account/archive': MEMBERS,
  // Without a form the upload is rejected before the caller is known.
  'POST /account/archive': SIGNED_IN,
  'POST /account/delete': SIGNED_IN,
  'GET /rate-limit/status': PUBLIC,
  'GET /plans': ALWAYS,
  'POST /billing/checkout': PUBLIC,
  'GET /billing/status/{id}': PUBLIC,
  'POST /billing/webhook': PUBLIC,
  'POST /billing/portal': SIGNED_IN,
  'GET /agents': PUBLIC,
  'GET /prompts/{id}': SIGNED_IN,
  'POST /agents': MEMBERS,
  'POST /agents/import': MEMBERS,
  'GET /agents/{id}': MEMBERS,
  'PATCH /agents/{id}': MEMBERS,
  'DELETE /agents/{id}': MEMBERS,
  'POST /agents/{id}/restore': MEMBERS,
  'GET /agents/{id}/export': MEMBERS,
  'POST /chat': PUBLIC,
  'POST /chat/history-preview': PUBLIC,
  'GET /chat/replies': MEMBERS,
  'POST /chat/replies/{replyId}/report': MEMBERS,
  'GET /chat/replies/{replyId}/stream': PUBLIC,
  'GET /chat/replies/{replyId}/sources/{id}': PUBLIC,
  'DELETE /chat/replies/{replyId}': PUBLIC,
  'POST /chat/replies/{replyId}/consent': PUBLIC,
  'GET /memory-notes': SIGNED_IN,
  'POST /memory-notes': MEMBERS,
  'POST /memory-notes/proposals': MEMBERS,
  'PATCH /memory-notes/{id}': MEMBERS,
  'DELETE /memory-notes/{id}': SIGNED_IN,
  'POST /chat/persona': PUBLIC,
  'POST /chat/detect-language': PUBLIC,
  'GET /conversations': MEMBERS,
  'GET /search': MEMBERS,
  'GET /knowledge': MEMBERS,
  'POST /knowledge': MEMBERS,
  'PATCH /knowledge/{id}': MEMBERS,
  'DELETE /knowledge/{id}': MEMBERS,
  'GET /knowledge/{id}/files': MEMBERS,
  'POST /knowledge/{id}/files': MEMBERS,
  'DELETE /knowledge/{id}/files/{fileId}': MEMBERS,
  'POST /conversations/import': SIGNED_IN,
  'GET /conversations/{id}': MEMBERS,
  'PATCH /conversations/{id}': MEMBERS,
  'DELETE /conversations/{id}': MEMBERS,
  'POST /conversations/{id}/restore': MEMBERS,
  'GET /conversations/{id}/export': MEMBERS,
  'PUT /conversations/{id}/versions/{replyId}': MEMBERS,
  'PUT /conversations/{id}/leaf': MEMBERS,
  'POST /conversations/bulk': MEMBERS,
  'GET /conversations/tags': MEMBERS,
  'GET /projects': MEMBERS,
  'POST /projects': MEMBERS,
  'GET /projects/{id}': MEMBERS,
  'PATCH /projects/{id}': MEMBERS,
  'DELETE /projects/{id}': MEMBERS,
  'POST /projects/{id}/restore': MEMBERS,
  'GET /projects/{id}/items': MEMBERS,
  'PUT /projects/{id}/items/{kind}/{ref}': MEMBERS,
  'DELETE /projects/{id}/items/{kind}/{ref}': MEMBERS,
  'GET /projects/{id}/shares': MEMBERS,
  'PUT /projects/{id}/shares/{organizationId}': MEMBERS,
  'DELETE /projects/{id}/shares/{organizationId}': MEMBERS,
  'POST /conversations/{id}/fork': MEMBERS,
  'DELETE /conversations/{id}/messages/{messageId}': MEMBERS,
  'POST /conversations/{id}/messages/{messageId}/restore': MEMBERS,
  'GET /conversations/{id}/links': MEMBERS,
  'POST /conversations/{id}/links': MEMBERS,
  'GET /meetings/{id}/links': MEMBERS,
  'POST /meetings/{id}/links': MEMBERS,
  'GET /links': MEMBERS,
  'PATCH /links/{id}': MEMBERS,
  'DELETE /links/{id}': MEMBERS,
  'GET /shared/{token}': PUBLIC,
  'GET /imports': MEMBERS,
  'POST /imports': MEMBERS,
  'POST /imports/known': MEMBERS,
  'DELETE /imports/{id}': MEMBERS,
  'POST /stt': PUBLIC,
  'GET /stt/stats': PUBLIC,
  'POST /tts': PUBLIC,
  'GET /tts/voices': PUBLIC,
  'GET /live-models': PUBLIC,
  'GET /organizations': SIGNED_IN,
  'GET /organizations/memberships': SIGNED_IN,
  'GET /organizations/standing': SIGNED_IN,
  'POST /organizations': MEMBERS,
  'PATCH /organizations/active': SIGNED_IN,
  'PATCH /organizations/{id}': SIGNED_IN,
  'DELETE /organizations/{id}': SIGNED_IN,
  'POST /organizations/{id}/invites': SIGNED_IN,
  'POST /organizations/{id}/invites/{inviteId}/resend': SIGNED_IN,
  'DELETE /organizations/{id}/invites/{inviteId}': SIGNED_IN,
  'PATCH /organizations/{id}/members/{memberId}': SIGNED_IN,
  'DELETE /organizations/{id}/members/{memberId}': SIGNED_IN,
  'POST /organizations/{id}/leave': SIGNED_IN,
  'POST /organizations/invites/{token}/accept': MEMBERS,
  'GET /organizations/{id}/audit': SIGNED_IN,
  'GET /cost/session': PUBLIC,
  'POST /cost': PUBLIC,
  'GET /usage': SIGNED_IN,
  'POST /openai/v1/chat/completions': PUBLIC,
  'GET /openai/v1/models': PUBLIC,
  'GET /openai/v1/models/{id}': PUBLIC,
  'GET /organizations/{id}/usage': SIGNED_IN,
  'GET /meetings': MEMBERS,
  'POST /meetings': MEMBERS,
  'GET /meetings/export': MEMBERS,
  'POST /meetings/import': SIGNED_IN,
  'POST /meetings/bulk': MEMBERS,
  'GET /meetings/settings': PUBLIC,
  'GET /meetings/tags': MEMBERS,
  'GET /meetings/action-items': MEMBERS,
  'PATCH /meetings/{id}/action-items/{itemId}': MEMBERS,
  // An invalid form is rejected before the owner is checked.
  'POST /meetings/{id}/sound': SIGNED_IN,
  'GET /meetings/{id}/sound': MEMBERS,
  'GET /meetings/{id}/sound/{pieceId}': MEMBERS,
  'DELETE /meetings/{id}/sound': MEMBERS,
  'GET /meetings/{id}': MEMBERS,
  'PATCH /meetings/{id}': MEMBERS,
  'DELETE /meetings/{id}': MEMBERS,
  'POST /meetings/{id}/restore': MEMBERS,
  'POST /meetings/{id}/summarize': MEMBERS,
  'POST /meetings/summary': PUBLIC,
  'GET /organizations/{id}/domains': SIGNED_IN,
  'POST /organizations/{id}/domains': SIGNED_IN,
  'POST /organizations/{id}/domains/{domainId}/verify': SIGNED_IN,
  'DELETE /organizations/{id}/domains/{domainId}': SIGNED_IN,
  'GET /organizations/{id}/scim': SIGNED_IN,
  'POST /organizations/{id}/scim': SIGNED_IN,
  'DELETE /organizations/{id}/scim': SIGNED_IN,
  'GET /scim/v2/Users': DIRECTORIES,
  'GET /scim/v2/Groups': DIRECTORIES,
  'POST /scim/v2/Users': DIRECTORIES,
  'GET /scim/v2/Users/{id}': DIRECTORIES,
  'PUT /scim/v2/Users/{id}': DIRECTORIES,
  'PATCH /scim/v2/Users/{id}': DIRECTORIES,
  'DELETE /scim/v2/Users/{id}': DIRECTORIES,
  'GET /scim/v2/ServiceProviderConfig': ALWAYS,
  'GET /scim/v2/ResourceTypes': ALWAYS,
  'GET /scim/v2/ResourceTypes/{id}': ALWAYS,
  'GET /scim/v2/Schemas': ALWAYS,
  'GET /scim/v2/Schemas/{id}': ALWAYS,
  'GET /saved-prompts': MEMBERS,
  'POST /saved-prompts': MEMBERS,
  'PATCH /saved-prompts/{id}': MEMBERS,
  'DELETE /saved-prompts/{id}': MEMBERS,
  'GET /meetings/{id}/shares': MEMBERS,
  'PUT /meetings/{id}/shares/{organizationId}': MEMBERS,
  'DELETE /meetings/{id}/shares/{organizationId}': MEMBERS,
  'GET /agents/{id}/shares': MEMBERS,
  'PUT /agents/{id}/shares/{organizationId}': MEMBERS,
  'DELETE /agents/{id}/shares/{organizationId}': MEMBERS,
  'GET /models': PUBLIC,
  // Without a form the upload is rejected before the caller is known.
  'POST /attachments': PUBLIC,
  'GET /attachments/limits': PUBLIC,
  'POST /attachments/uploads': PUBLIC,
  'HEAD /attachments/uploads/{uploadId}': PUBLIC,
  'PATCH /attachments/uploads/{uploadId}': PUBLIC,
  'DELETE /attachments/uploads/{uploadId}': PUBLIC,
  'POST /attachments/uploads/{uploadId}/attachment': PUBLIC,
  'GET /attachments/{id}': PUBLIC,
  'PUT /attachments/{id}/text': PUBLIC,
  'GET /attachments/{id}/text': PUBLIC,
  'POST /attachments/{id}/description': PUBLIC,
  'DELETE /attachments/{id}': PUBLIC,
  'GET /organizations/{id}/endpoints': SIGNED_IN,
  'POST /organizations/{id}/endpoints': SIGNED_IN,
  'PATCH /organizations/{id}/endpoints/{endpointId}': SIGNED_IN,
  'DELETE /organizations/{id}/endpoints/{endpointId}': SIGNED_IN,
  'POST /organizations/{id}/endpoints/test': SIGNED_IN,
  'GET /own-keys/vendors': PUBLIC,
  'POST /own-keys/test': SIGNED_IN,
  'GET /host/endpoints': HOST,
  'POST /host/endpoints': HOST,
  'PATCH /host/endpoints/{id}': HOST,
  'DELETE /host/endpoints/{id}': HOST,
  'POST /host/endpoints/test': HOST,
  'GET /host/search': HOST,
  'PUT /host/search/{id}': HOST,
  'DELETE /host/search/{id}': HOST,
  'POST /host/search/{id}/test': HOST,
  'GET /host/embedding': HOST,
  'PUT /host/embedding': HOST,
  'DELETE /host/embedding': HOST,
  'POST /host/embedding/download': HOST,
  'DELETE /host/embedding/download': HOST,
  'POST /host/embedding/test': HOST,
  'GET /host/models': HOST,
  'PUT /host/models': HOST,
  'GET /host': HOST,
  'GET /host/users': HOST,
  'PATCH /host/users/{id}': HOST,
  'POST /host/users/{id}/sign-out': HOST,
  'DELETE /host/users/{id}': HOST,
  'GET /host/organizations': HOST,
  'PATCH /host/organizations/{id}': HOST,
  'DELETE /host/organizations/{id}': HOST,
  'PATCH /host/limits': HOST,
  'PATCH /host/plans': HOST,
  'POST /host/passphrase': HOST,
  'POST /host/speech/download': HOST,
  'DELETE /host/speech/download': HOST,
  'PATCH /host/notice': HOST,
  'GET /host/usage': HOST,
  'GET /host/audit': HOST,
}

const EMBEDDING = {
  protocol: 'openai',
  baseUrl: 'http://127.0.0.1:9/v1',
  model: 'none',
  priceUsd: 0,
  isEnabled: false,
}
const SEARCH_ENGINE = { baseUrl: null, priceUsd: null, access: { kind: 'everyone' }, isEnabled: false }
const ENDPOINT = {
  name: 'Models',
  protocol: 'openai',
  baseUrl: 'http://127.0.0.1:9/v1',
  models: ['none'],
  prices: null,
  transcriptionModel: null,
  speechModel: null,
  access: { kind: 'everyone' },
  isEnabled: false,
}

/** Minimal bodies with which requests reach the access check. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /imports': { source: 'claude', fileHash: 'abc', counts: { conversations: 1, messages: 2 } },
  'POST /imports/known': { sourceIds: ['claude:1'] },
  'PUT /conversations/{id}/leaf': { messageId: null },
  'POST /conversations/bulk': { ids: ['none'], action: 'archive' },
  'POST /projects': { name: 'Kitchen' },
  'PUT /projects/{id}/shares/{organizationId}': { right: 'use' },
  'POST /conversations/{id}/fork': { messageId: 'none' },
  'POST /memory-notes': { text: 'Sails' },
  'POST /memory-notes/proposals': { conversationId: 'nothing' },
  'POST /knowledge': { name: 'House', ownerKind: 'user' },
  'PATCH /knowledge/{id}': { name: 'House' },
  'POST /knowledge/{id}/files': { attachmentId: 'nothing' },
  'POST /agents': { name: 'Kai', purpose: 'Plans walks' },
  'PUT /attachments/{id}/text': { sections: [] },
  'POST /host/endpoints': ENDPOINT,
  'PATCH /host/endpoints/{id}': { version: 1 },
  'POST /host/endpoints/test': ENDPOINT,
  'PUT /host/embedding': EMBEDDING,
  'POST /host/embedding/test': EMBEDDING,
  'PUT /host/search/{id}': SEARCH_ENGINE,
  'POST /host/search/{id}/test': { baseUrl: null },
  'PUT /host/models': { id: 'openai:gpt-4o', version: 0, edit: null },
  'POST /organizations/{id}/endpoints': ENDPOINT,
  'PATCH /organizations/{id}/endpoints/{endpointId}': { version: 1 },
  'POST /organizations/{id}/endpoints/test': ENDPOINT,
  'POST /own-keys/test': { vendor: 'groq' },
  'POST /agents/import': {
    format: 'vee-agent',
    version: 1,
    agent: { name: 'Kai', purpose: 'Plans walks' },
  },
  'POST /organizations': { name: 'Harbour' },
  'PATCH /host/organizations/{id}': { seatLimit: 5 },
  'PATCH /host/notice': { text: null },
  'POST /host/speech/download': { direction: 'hearing', provider: 'none' },
  'DELETE /host/speech/download': { direction: 'hearing', provider: 'none' },
  'PUT /meetings/{id}/shares/{organizationId}': { right: 'use' },
  'PUT /agents/{id}/shares/{organizationId}': { right: 'use' },
  'POST /saved-prompts': { title: 'Letter', text: 'Dear {{name}}' },
  'POST /meetings/bulk': { ids: ['none'], action: 'archive' },
  'POST /organizations/{id}/domains': { domain: 'example.org' },
  'POST /scim/v2/Users': { userName: 'ann@example.org' },
  'PUT /scim/v2/Users/{id}': { userName: 'ann@example.org' },
  'PATCH /scim/v2/Users/{id}': { Operations: [{ op: 'remove', path: 'name' }] },
  'POST /auth/change-password': { currentPassword: 'not this', password: 'quiet harbour 2' },
}

let servers: TestServers
let database: Database
let url: string
const tokens = new Map<Kind, string>()

beforeAll(async () => {
  servers = await createTestServers()
  database = servers.database
  url = await servers.start({ GLOBAL_REQUESTS_PER_HOUR: '100000', DEMO_REPLIES_PER_DAY: '100000' })
  tokens.set('passphrase', await tokenFrom('/auth/global', { password: PASSPHRASE }))
  for (const plan of PLANS) tokens.set(plan, await memberOf(plan, 'active'))
  tokens.set('lapsed', await memberOf('creator', 'past_due'))
  const expired = await tokenFrom('/auth/global', { password: PASSPHRASE })
  await database
    .updateTable('sessions')
    .set({ expires_at: Date.now() - 1 })
    .where('token_hash', '=', hashOfToken(expired))
    .execute()
  tokens.set('expired', expired)
})
afterAll(() => servers.close())

async function tokenFrom(path: string, body: object): Promise<string> {
  const response = await send('POST', path, undefined, body)
  return ((await response.json()) as { token: string }).token
}

async function memberOf(plan: PlanId, subscription_status: 'active' | 'past_due'): Promise<string> {
  const email = `${plan}-${subscription_status}@example.org`
  const token = await tokenFrom('/auth/register', {
    email,
    password: 'quiet harbour 1',
    acceptTerms: true,
    planId: plan,
  })
  await database
    .updateTable('users')
    .set({ plan_id: plan, subscription_status, renews_at: Date.now() + DAY_MS })
    .where('email', '=', email)
    .execute()
  return token
}

function send(method: string, path: string, kind: Kind | undefined, body?: object): Promise<Response> {
  const token = kind && tokens.get(kind)
  return fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(kind === 'visitor' && { 'x-session-id': 'ann' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

async function verdictOn(method: string, path: string, kind: Kind, body?: object): Promise<string> {
  const response = await send(method, path, kind, body)
  const text = await response.text()
  const isKeptOut = [401, 402, 403, 500].includes(response.status)
  if (!isKeptOut) return 'in'
  // A response to HEAD has no body; here it is about the session only.
  if (method === 'HEAD') return response.status === 401 ? 'SESSION_EXPIRED' : String(response.status)
  const { error, status } = JSON.parse(text) as { error?: string | { code: string }; status?: string }
  if (typeof error === 'object') return error.code
  return error ?? (status === '401' ? 'UNAUTHORIZED' : `SCIM ${status}`)
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
/** Endpoints that do nothing without a query. */
const QUERIES: Readonly<Record<string, string>> = { '/search': '?q=roof' }
/** Parameters of which only some values reach the access check. */
const PARAMETERS: Readonly<Record<string, string>> = { '{kind}': 'meeting' }
const addressOf = ({ path }: Endpoint) =>
  path.replaceAll(/\{\w+\}/g, (name) => PARAMETERS[name] ?? 'nothing') + (QUERIES[path] ?? '')
const bodyOf = (endpoint: Endpoint) =>
  endpoint.body?.kind === 'json' ? (BODIES[nameOf(endpoint)] ?? {}) : undefined

it('has a rule for every endpoint, and none for an unknown one', () => {
  expect(Object.keys(RULES).toSorted()).toEqual(CALLS.map(nameOf).toSorted())
})

it.each<[string, readonly Kind[]]>([
  ['v_agent', ['nobody', 'visitor', 'passphrase', 'free', 'basic', 'creator', 'organization', 'lapsed']],
  ['nerf_agent', ['passphrase', 'free', 'basic', 'creator', 'organization', 'lapsed']],
  ['lc_audit_aide', ['passphrase', 'basic', 'creator', 'organization']],
])('grants access to %s for its tier only', async (agentId, open) => {
  for (const kind of KINDS.filter((candidate) => candidate !== 'expired')) {
    const body = { agentId, messages: [{ role: 'user', content: 'Good day' }] }
    expect([kind, await verdictOn('POST', '/chat', kind, body)]).toEqual([
      kind,
      open.includes(kind) ? 'in' : 'AGENT_TIER_REQUIRED',
    ])
  }
})

it("hides other callers' replies", async () => {
  const body = { replyId: 'mine', messages: [{ role: 'user', content: 'Good day' }] }
  await (await send('POST', '/chat', 'free', body)).text()
  expect((await send('GET', '/chat/replies/mine/stream', 'free')).status).toBe(200)
  for (const kind of ['nobody', 'visitor', 'passphrase', 'basic'] as const) {
    expect((await send('GET', '/chat/replies/mine/stream', kind)).status).toBe(404)
    expect((await send('DELETE', '/chat/replies/mine', kind)).status).toBe(404)
  }
})

/** These invalidate tokens. */
const LEAVING = ['POST /host/passphrase', 'DELETE /auth']
const leavingOrder = (endpoint: Endpoint) => LEAVING.indexOf(nameOf(endpoint))

// Signing out is last, because it revokes the tokens.
const callsInOrder = CALLS.toSorted((left, right) => leavingOrder(left) - leavingOrder(right))

// A test for each, and for each a time limit: there are thousands of requests.
it.each(callsInOrder.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  'grants and denies access to %s according to its rule',
  async (name, endpoint) => {
    const verdicts: Rule = {}
    for (const kind of KINDS) {
      const verdict = await verdictOn(endpoint.method, addressOf(endpoint), kind, bodyOf(endpoint))
      if (verdict !== 'in') verdicts[kind] = verdict
    }
    expect(verdicts).toEqual(RULES[name])
  },
)
