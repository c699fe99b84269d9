import { type ChildProcess, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { meaningsModel } from '../../fakes/embedding-model/index.ts'
import { startModelHub } from '../../fakes/model-hub/index.ts'
import type { RecordedRequest } from '../../fakes/upstream/recorded-request.ts'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import {
  callProcess,
  createServerProcesses,
  registerAt,
  type ServerProcesses,
  START_MS,
} from './fixtures/server-processes.ts'

// A server that is killed while it embeds what a member has stored, and another one on the same database that goes on.

const MESSAGES = 150
/** US dollars per million tokens. */
const PRICE = 20
vi.setConfig({ testTimeout: 3 * START_MS })

let processes: ServerProcesses
let upstream: Upstream

beforeEach(async () => {
  processes = await createServerProcesses()
  upstream = await startUpstream()
})
afterEach(async () => {
  await processes.close()
  await upstream.close()
})

const start = (variables: Readonly<Record<string, string>> = {}) =>
  processes.start({
    EMBEDDING_MODEL: 'hashed',
    EMBEDDING_BASE_URL: `${upstream.url}/v1`,
    EMBEDDING_PRICE: String(PRICE),
    ...variables,
  })
const end: ServerProcesses['end'] = (child, signal) => processes.end(child, signal)
const inDatabase: ServerProcesses['inDatabase'] = (work) => processes.inDatabase(work)

/** Creates an account with a long conversation. Returns its token. */
async function registerWithPast(api: string): Promise<string> {
  const token = await registerAt(api)
  const messages = Array.from({ length: MESSAGES }, (_, index) => ({
    id: `m${index}`,
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Remark ${index} about the roof.`,
    timestamp: '2026-09-01T10:00:00.000Z',
  }))
  await callProcess(api, '/conversations/import', token, {
    conversations: [{ id: 'conv-roof', agentId: 'v_agent', messages }],
  })
  return token
}

const vectorRows = () =>
  inDatabase((database) =>
    database.selectFrom('knowledge_vectors').select(['vectors', 'passage_count']).execute(),
  )
const embedded = async () => (await vectorRows()).reduce((sum, { passage_count }) => sum + passage_count, 0)
const inputOf = ({ json }: Pick<RecordedRequest, 'json'>) => (json as { readonly input: string[] }).input
/** Passages that were sent to the endpoint, by request. */
const batches = () =>
  upstream.requests
    .filter(({ path }) => path.endsWith('/embeddings'))
    .map(inputOf)
    .filter(({ length }) => length > 1)

/** Processes that embed for a server. */
const enginesOf = ({ pid }: ChildProcess): number[] =>
  spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)])
    .stdout.toString()
    .split('\n')
    .filter((line) => line.includes('embedding.worker'))
    .map((line) => Number.parseInt(line, 10))

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** As the endpoint counts them. */
const tokensOf = (texts: readonly string[]) => Math.ceil(texts.join('').length / 4)
const byNumber = (left: number, right: number) => left - right

/** What was charged by request, except for what a killed server had reserved: that is charged as it was expected. */
const settledTokens = () =>
  inDatabase(async (database) => {
    const rows = await database
      .selectFrom('ledger_entries')
      .select('prompt_tokens')
      .where('kind', '=', 'embed')
      .where('status', '=', 'settled')
      .where('is_estimated', '=', 0)
      .execute()
    return rows.map(({ prompt_tokens }) => prompt_tokens)
  })

it('goes on where the killed server was, and embeds and charges each passage once', async () => {
  const first = await start()
  const token = await registerWithPast(first.api)
  upstream.scriptOnly('embedding', 'well', 'well', 'hang-before-headers')
  await callProcess(first.api, '/search?q=roof', token)
  await expect.poll(() => batches().length, { timeout: 20_000 }).toBe(3)
  await end(first.child, 'SIGKILL')
  const finished = batches().slice(0, 2)
  expect(await embedded()).toBe(finished.flat().length)

  // Its lease is over five minutes later.
  await inDatabase((database) =>
    database
      .updateTable('knowledge_embeddings')
      .set({ lease_until: Date.now() - 1 })
      .execute(),
  )
  upstream.scriptOnly('embedding', 'well')
  const second = await start()
  await callProcess(second.api, '/search?q=remark', token)
  const answered = () => [...finished, ...batches().slice(3)]
  await expect.poll(() => answered().flat().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(MESSAGES)
  await end(second.child, 'SIGTERM')

  expect(answered().flat()).toHaveLength(MESSAGES)
  expect(new Set(answered().flat()).size).toBe(MESSAGES)
  expect(await embedded()).toBe(MESSAGES)
  // Questions are charged as well, each less than any batch.
  const charged = (await settledTokens()).filter((tokens) => tokens > 20)
  expect(charged.toSorted(byNumber)).toEqual(answered().map(tokensOf).toSorted(byNumber))
})

it('makes vectors again that another key has sealed, as after a restore elsewhere', async () => {
  const first = await start()
  const token = await registerWithPast(first.api)
  await callProcess(first.api, '/search?q=roof', token)
  await expect.poll(() => batches().flat().length, { timeout: 20_000 }).toBe(MESSAGES)
  await end(first.child, 'SIGTERM')
  await inDatabase((database) =>
    database.updateTable('knowledge_vectors').set({ vectors: 'of-another-key' }).execute(),
  )
  const second = await start()
  await callProcess(second.api, '/search?q=roof', token)
  await expect.poll(() => batches().flat().length, { timeout: 20_000 }).toBe(2 * MESSAGES)
  await end(second.child, 'SIGTERM')
  const rows = await vectorRows()
  expect(rows.some(({ vectors }) => vectors === 'of-another-key')).toBe(false)
  expect(rows.reduce((sum, { passage_count }) => sum + passage_count, 0)).toBe(MESSAGES)
})

it('goes on with a model on this server, whose process ends with the killed server', async () => {
  const { entry, hubFiles } = meaningsModel()
  const hub = await startModelHub(hubFiles)
  const catalogue = join(processes.directory, 'catalogue.json')
  writeFileSync(catalogue, JSON.stringify([entry]))
  const local = {
    EMBEDDING_PROTOCOL: 'local',
    EMBEDDING_MODEL: entry.id,
    EMBEDDING_CATALOGUE: catalogue,
    MODEL_HUB_URL: hub.url,
  }
  try {
    const first = await start(local)
    const token = await registerWithPast(first.api)
    const model = join(processes.directory, 'data', 'models', entry.id, 'manifest.json')
    await expect.poll(() => existsSync(model), { timeout: 20_000 }).toBe(true)
    await callProcess(first.api, '/search?q=roof', token)
    await expect.poll(embedded, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0)
    const [engine = 0] = enginesOf(first.child)
    expect(engine).toBeGreaterThan(0)
    await end(first.child, 'SIGKILL')
    await expect.poll(() => isRunning(engine), { timeout: 10_000 }).toBe(false)
    expect(await embedded()).toBeLessThanOrEqual(MESSAGES)

    await inDatabase((database) =>
      database
        .updateTable('knowledge_embeddings')
        .set({ lease_until: Date.now() - 1 })
        .execute(),
    )
    const second = await start(local)
    await callProcess(second.api, '/search?q=roof', token)
    await expect.poll(embedded, { timeout: 30_000 }).toBe(MESSAGES)
    await end(second.child, 'SIGTERM')
    expect(hub.ranges).toHaveLength(2)
  } finally {
    await hub.close()
  }
})
