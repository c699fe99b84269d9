import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadAgents } from '#agents/index.ts'
import { openFileDatabase } from '#db/fixtures/test-database.ts'
import { insertNote } from '#db/queries/memory-notes.ts'
import { insertUser } from '#db/queries/accounts/users.ts'
import { createAccounts, type Caller } from '#domain/accounts/index.ts'
import { createAgentCatalogue } from '#domain/agents/catalogue/index.ts'
import { createHostAdmins } from '#domain/host/index.ts'
import { createMemory, type Tool } from '#domain/tools/index.ts'
import { createToolsModule } from '../modules/tools.ts'
import { limitBodyMemory } from '#serving/memory/body-memory.ts'
import { answerErrors } from '#serving/responses/errors.ts'
import { readSettings } from '#settings/settings.ts'
import { AGENTS_DIRECTORY } from '#lib/project-files.ts'
import { mountRoutes } from '#serving/mount.ts'

const PASSPHRASE = 'quiet harbour lantern'
const database = await openFileDatabase()
let server: FastifyInstance
let api: string

beforeAll(async () => {
  const accounts = createAccounts({ database, passphrase: PASSPHRASE, now: Date.now })
  const agents = createAgentCatalogue(loadAgents(AGENTS_DIRECTORY))
  const { routes = [] } = await createToolsModule(
    {
      database,
      settings: readSettings({}),
      log: Fastify().log,
      now: Date.now,
    },
    {
      agents,
      admins: createHostAdmins({ database, hostAdmins: [], canProveEmails: false, now: Date.now }),
      changeEventRelay: undefined,
      ledger: { reserve: () => Promise.reject(new Error('no search engine is set up')) },
      knowledge: {
        passages: () => Promise.resolve([]),
        knowledgeFor: () => Promise.resolve({ ofAgent: false, ofProject: false, ofAll: false }),
      },
    },
  )
  server = Fastify()
  answerErrors(server)
  limitBodyMemory(server)
  await server.register(
    (scope) => mountRoutes(scope, { endpoints: routes.map(({ endpoint: call }) => call), routes, accounts }),
    {
      prefix: '/api',
    },
  )
  await server.listen({ host: '127.0.0.1', port: 0 })
  api = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/api`
})
afterAll(async () => {
  await server.close()
})

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${api}${path}`, {
    method,
    headers: { 'x-session-id': 'ann', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, json: text === '' ? undefined : (JSON.parse(text) as unknown) }
}

describe('POST /chat/persona', () => {
  const here = { agentId: 'v_agent', conversationId: 'conv-1' }
  it.each([
    ['  a pirate ', 'a pirate'],
    ['   ', null],
    [null, null],
  ])('converts %j to %j', async (personaOverride, persona) => {
    expect(await call('POST', '/chat/persona', { ...here, personaOverride })).toEqual({
      status: 200,
      json: { persona },
    })
  })

  it.each([
    [{ ...here, personaOverride: 'x'.repeat(2_001) }, 400, 'VALIDATION'],
    [here, 400, 'VALIDATION'],
    [{ ...here, agentId: 'nobody', personaOverride: 'x' }, 404, 'AGENT_UNKNOWN'],
    [{ ...here, agentId: 'nerf_agent', personaOverride: 'x' }, 403, 'AGENT_TIER_REQUIRED'],
  ])('rejects %# with %i', async (body, status, error) => {
    expect(await call('POST', '/chat/persona', body)).toMatchObject({ status, json: { error } })
  })
})

describe('POST /chat/detect-language', () => {
  it('returns the language, or null', async () => {
    const messages = [{ role: 'user', content: 'Hola, ¿me puedes ayudar con la cena de mañana?' }]
    const path = '/chat/detect-language'
    expect(await call('POST', path, { messages })).toMatchObject({ status: 200, json: { language: 'es-ES' } })
    expect(await call('POST', path, { messages: [] })).toEqual({
      status: 200,
      json: { language: null, confidence: 0 },
    })
    expect(await call('POST', path, {})).toMatchObject({ status: 400, json: { error: 'VALIDATION' } })
  })
})

it('requests without a waiting client are skipped', async () => {
  const body = { callId: 'c1', decision: 'allow' }
  const outcome = await call('POST', '/chat/replies/r1/consent', body)
  expect(outcome).toMatchObject({ status: 404, json: { error: 'NOT_FOUND' } })
})

const note = (index: number) => ({ id: `many-${index}`, user_id: 'lea', note: 'x', created_at: index })

describe('notes', () => {
  it('are stored by a tool, added to the prompt, listed, and deletable by their owner only', async () => {
    const row = {
      id: 'lea',
      email: 'lea@example.org',
      password_hash: 'x',
      display_name: null,
      plan_id: 'free' as const,
      subscription_status: 'none' as const,
      renews_at: null,
      terms_accepted_at: 0,
      created_at: 0,
    }
    await insertUser(database, row)
    const lea = { kind: 'member', id: 'lea', ip: '192.0.2.1' } as Caller
    const bob = { ...lea, id: 'bob' }
    const ABOUT_SEALS = { agentId: 'v_agent', question: 'What about seals?', canForget: true }
    let clock = 1
    const memory = createMemory(database, () => clock++)
    const context = {
      caller: lea,
      locale: 'en' as const,
      signal: new AbortController().signal,
      now: Date.now,
    }
    const tool = (name: string) => memory.tools.find((candidate) => candidate.name === name) as Tool
    expect(tool('remember').mayBeUsedBy({ kind: 'visitor', id: 'session:x', ip: '' })).toBe(false)
    await tool('remember').run({ note: ' likes seals ' }, context)
    await tool('remember').run({ note: 'works nights' }, context)
    expect((await memory.list({}, lea)).map(({ text }) => text)).toEqual(['works nights', 'likes seals'])
    expect(await memory.notesForPrompt(ABOUT_SEALS, lea)).toContain('"likes seals"')
    expect(await memory.notesForPrompt(ABOUT_SEALS, bob)).toBe('')
    const [newest] = await memory.list({}, lea)
    await expect(memory.forget(bob, newest?.id ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await memory.forget(lea, newest?.id ?? '')
    await tool('forget').run({ id: (await memory.list({}, lea))[0]?.id }, context)
    expect(await memory.list({}, lea)).toEqual([])
    await expect(tool('forget').run({ id: 'gone' }, context)).rejects.toThrow('no note')
  })

  it('are limited in number, also with concurrent requests', async () => {
    const kept = await Promise.all(
      Array.from({ length: 10 }, (_, index) => insertNote(database, note(index), 4)),
    )
    expect(kept.filter(Boolean)).toHaveLength(4)
  })
})
