import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RecordedRequest } from '../../fakes/upstream/recorded-request.ts'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { createTestDatabase, type TestDatabase } from '#db/fixtures/test-database.ts'
import type { Database } from '#db/schema.ts'
import { BARE_ENVIRONMENT } from './fixtures/bare-environment.ts'

// A server that is killed while it embeds what a member has stored, and another one on the same database that goes on.

/** Starting a process takes long on a machine that runs other tests. */
const START_MS = 90_000
const MESSAGES = 150
/** US dollars per million tokens. */
const PRICE = 20
vi.setConfig({ testTimeout: 3 * START_MS })

let directory: string
let testDatabase: TestDatabase
let database: Database
let upstream: Upstream
const running: ChildProcess[] = []

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'vee-killed-'))
  testDatabase = await createTestDatabase()
  database = await testDatabase.open()
  upstream = await startUpstream()
})
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  await upstream.close()
  await testDatabase.remove()
  rmSync(directory, { recursive: true })
})

async function start(): Promise<{ readonly api: string; readonly child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    cwd: directory,
    env: {
      ...BARE_ENVIRONMENT,
      PORT: '0',
      LOCAL_PROVIDERS: 'off',
      LOG_LEVEL: 'silent',
      GLOBAL_PASSPHRASE: 'quiet harbour',
      EMBEDDING_MODEL: 'hashed',
      EMBEDDING_BASE_URL: `${upstream.url}/v1`,
      EMBEDDING_PRICE: String(PRICE),
      ...testDatabase.settings,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  running.push(child)
  let output = ''
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  await expect.poll(() => output, { timeout: START_MS }).toMatch(/Vee is ready at (\S+)/)
  return { api: `${/Vee is ready at (\S+)/.exec(output)?.[1] ?? ''}/api`, child }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close')
  child.kill('SIGKILL')
  await ended
}

async function call(api: string, path: string, token: string | undefined, body?: object) {
  const response = await fetch(`${api}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.ok).toBe(true)
  return response.json()
}

/** Creates an account with a long conversation. Returns its token. */
async function registerWithPast(api: string): Promise<string> {
  const account = { email: 'ann@example.org', password: 'louder harbour 2', acceptTerms: true }
  const { token } = (await call(api, '/auth/register', undefined, account)) as { token: string }
  const messages = Array.from({ length: MESSAGES }, (_, index) => ({
    id: `m${index}`,
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Remark ${index} about the roof.`,
    timestamp: '2026-09-01T10:00:00.000Z',
  }))
  await call(api, '/conversations/import', token, {
    conversations: [{ id: 'conv-roof', agentId: 'v_agent', messages }],
  })
  return token
}

const embedded = async () =>
  (await database.selectFrom('knowledge_vectors').select('passage_count').execute()).reduce(
    (sum, { passage_count }) => sum + passage_count,
    0,
  )
const inputOf = ({ json }: Pick<RecordedRequest, 'json'>) => (json as { readonly input: string[] }).input
/** Passages that were sent to the endpoint, by request. */
const batches = () =>
  upstream.requests
    .filter(({ path }) => path.endsWith('/embeddings'))
    .map(inputOf)
    .filter(({ length }) => length > 1)

/** As the endpoint counts them. */
const tokensOf = (texts: readonly string[]) => Math.ceil(texts.join('').length / 4)
const settledTokens = async () =>
  (
    await database
      .selectFrom('ledger_entries')
      .select('prompt_tokens')
      .where('kind', '=', 'embed')
      .where('status', '=', 'settled')
      .execute()
  ).map(({ prompt_tokens }) => prompt_tokens)

it('goes on where the killed server was, and embeds and charges each passage once', async () => {
  const first = await start()
  const token = await registerWithPast(first.api)
  upstream.scriptOnly('embedding', 'well', 'well', 'hang-before-headers')
  await call(first.api, '/search?q=roof', token)
  await expect.poll(() => batches().length, { timeout: 20_000 }).toBe(3)
  await kill(first.child)
  const finished = batches().slice(0, 2).flat()
  expect(await embedded()).toBe(finished.length)

  // Its lease is over five minutes later.
  await database
    .updateTable('knowledge_embeddings')
    .set({ lease_until: Date.now() - 1 })
    .execute()
  upstream.scriptOnly('embedding', 'well')
  const second = await start()
  await call(second.api, '/search?q=remark', token)
  await expect.poll(embedded, { timeout: 20_000 }).toBe(MESSAGES)

  const answered = [...finished, ...batches().slice(3).flat()]
  expect(answered.toSorted()).toEqual([...new Set(answered)].toSorted())
  expect(answered).toHaveLength(MESSAGES)
  const answeredBatches = [...batches().slice(0, 2), ...batches().slice(3)]
  // Questions are charged as well, each less than any batch.
  await expect
    .poll(async () => (await settledTokens()).filter((tokens) => tokens > 20).toSorted())
    .toEqual(answeredBatches.map(tokensOf).toSorted())
})

it('lets two servers embed each passage once', async () => {
  const [first, second] = [await start(), await start()]
  const token = await registerWithPast(first.api)
  await Promise.all([first, second, first, second].map(({ api }) => call(api, '/search?q=roof', token)))
  await expect.poll(embedded, { timeout: 20_000 }).toBe(MESSAGES)
  const sent = batches().flat()
  expect(sent).toHaveLength(new Set(sent).size)
})

it('makes vectors again that another key has sealed, as after a restore elsewhere', async () => {
  const first = await start()
  const token = await registerWithPast(first.api)
  await call(first.api, '/search?q=roof', token)
  await expect.poll(embedded, { timeout: 20_000 }).toBe(MESSAGES)
  await kill(first.child)
  await database.updateTable('knowledge_vectors').set({ vectors: 'v1.of-another-key' }).execute()
  const second = await start()
  await call(second.api, '/search?q=roof', token)
  const readable = async () =>
    (await database.selectFrom('knowledge_vectors').select(['vectors', 'passage_count']).execute())
      .filter(({ vectors }) => vectors !== 'v1.of-another-key')
      .reduce((sum, { passage_count }) => sum + passage_count, 0)
  await expect.poll(readable, { timeout: 20_000 }).toBe(MESSAGES)
  expect(await embedded()).toBe(MESSAGES)
})
