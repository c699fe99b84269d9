import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type MeaningsModel, meaningsModel } from '../../fakes/embedding-model/index.ts'
import { type ModelHub, startModelHub } from '../../fakes/model-hub/index.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// Passages that are found by their meaning, by a model on this server: the real runtime and a real tokenizer, with a model of some
// kilobytes from a hub over HTTP.

let directory: string
let hub: ModelHub
let servers: TestServers
let token: string
let url: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vee-meanings-'))
  hub = await startModelHub({ ...meaningsModel().hubFiles, ...meaningsModel('two').hubFiles })
  servers = await createTestServers()
})
afterEach(async () => {
  await servers.close()
  await hub.close()
  await rm(directory, { recursive: true })
})

async function start(
  variables: Readonly<Record<string, string>> = {},
  model: MeaningsModel = meaningsModel(),
): Promise<void> {
  const catalogue = join(directory, 'catalogue.json')
  await writeFile(catalogue, JSON.stringify([model.entry]))
  url = await servers.start({
    EMBEDDING_CATALOGUE: catalogue,
    MODEL_HUB_URL: hub.url,
    DATA_DIR: join(directory, 'data'),
    ...variables,
  })
}
const chosen = { EMBEDDING_PROTOCOL: 'local', EMBEDDING_MODEL: 'meanings' }
const draft = {
  protocol: 'local',
  baseUrl: null,
  model: 'meanings',
  priceUsd: 0,
  isEnabled: true,
}

const call = (method: string, path: string, body?: object) => servers.call(method, path, token, body, url)
const texts = async (q: string): Promise<string[]> =>
  (await call('GET', `/search?q=${encodeURIComponent(q)}`)).json.items.map(
    ({ excerpt }: { excerpt: string }) => excerpt,
  )
const download = async () => (await call('GET', '/host/embedding')).json.embedding?.download
const rows = () => servers.database.selectFrom('knowledge_vectors').selectAll().execute()
const embedded = async () => (await rows()).reduce((sum, { passage_count }) => sum + passage_count, 0)
const untilEmbedded = (count: number) => expect.poll(embedded, { timeout: 20_000 }).toBe(count)

const NOTES = ['An automobile waits outside.', 'The kettle is for a beverage.', 'My puppy sleeps.']
async function remember(): Promise<void> {
  token = await servers.register('ann@example.org')
  for (const text of NOTES) expect((await call('POST', '/memory-notes', { text })).status).toBe(201)
}
/** Processes that embed for this test's server. */
const engines = (): number[] =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)])
    .toString()
    .split('\n')
    .filter((line) => line.includes('embedding.worker'))
    .map((line) => Number.parseInt(line, 10))

it('fetches nothing before somebody asks for it', async () => {
  await start()
  await remember()
  await texts('car')
  expect((await call('GET', '/host/embedding')).json).toMatchObject({
    embedding: null,
    localModels: [{ id: 'meanings' }, { id: 'multilingual-e5-small', bytesTotal: 135_390_915 }],
  })
  expect(hub.ranges).toEqual([])
})

it('continues an interrupted download of the model that the host chooses, and finds words of the same meaning', async () => {
  await start()
  await remember()
  hub.fail({ cutAfterBytes: 500, cuts: 1 })
  const { status, json } = await call('PUT', '/host/embedding', draft)
  expect(status).toBe(200)
  expect(json).toMatchObject({ download: { state: 'running', name: 'Meanings' } })
  await expect.poll(download, { timeout: 20_000 }).toBeNull()
  expect(hub.ranges).toContain('bytes=500-')

  expect(await texts('car')).toEqual([])
  await untilEmbedded(3)
  expect(await texts('car')).toEqual([NOTES[0]])
  expect(await texts('hund')).toEqual([NOTES[2]])
  // A model on this server costs nothing, and other models are not in the catalogue.
  expect((await call('GET', '/cost/session')).json.costsByService.embed ?? 0).toBe(0)
  expect((await call('PUT', '/host/embedding', { ...draft, model: 'other' })).status).toBe(400)
})

it('says why a download failed, and tries a wrong file again only when somebody asks', async () => {
  hub.fail({ sendsOtherBytes: true })
  await start(chosen)
  await remember()
  await expect.poll(download, { timeout: 20_000 }).toMatchObject({ state: 'failed', failure: 'wrong-hash' })
  expect(await texts('puppy')).toEqual([NOTES[2]])
  hub.reset()
  const requests = hub.ranges.length
  await servers.stop()
  await start({ EMBEDDING_PROTOCOL: 'openai' })
  expect(hub.ranges).toHaveLength(requests)
  await servers.stop()
  hub.fail({ sendsOtherBytes: true })
  await start(chosen)
  await expect.poll(download, { timeout: 20_000 }).toMatchObject({ state: 'failed' })
  hub.reset()
  expect((await call('POST', '/host/embedding/download')).json.download.state).toBe('running')
  await expect.poll(download, { timeout: 20_000 }).toBeNull()
})

it.runIf(process.platform === 'linux')('starts a process again that ended while it embeds', async () => {
  await start(chosen)
  await remember()
  await expect.poll(download, { timeout: 20_000 }).toBeNull()
  await texts('car')
  await untilEmbedded(3)
  const [engine = 0] = engines()
  expect(engine).toBeGreaterThan(0)
  process.kill(engine, 'SIGKILL')
  await expect.poll(() => texts('vehicle'), { timeout: 20_000 }).toEqual([NOTES[0]])
  expect(engines()).not.toContain(engine)
})

it('embeds everything again with another model', async () => {
  await start(chosen)
  await remember()
  await expect.poll(download, { timeout: 20_000 }).toBeNull()
  await texts('car')
  await untilEmbedded(3)
  const before = await rows()
  await servers.stop()
  await rm(join(directory, 'data/models'), { recursive: true })
  await start(chosen, meaningsModel('two'))
  await expect.poll(download, { timeout: 20_000 }).toBeNull()
  await texts('car')
  await expect
    .poll(async () => (await rows()).every(({ id }) => before.every((row) => row.id !== id)), {
      timeout: 20_000,
    })
    .toBe(true)
  await untilEmbedded(3)
  expect(await texts('vehicle')).toEqual([NOTES[0]])
})

it('does not start with a model that it does not have', async () => {
  await expect(start({ EMBEDDING_PROTOCOL: 'local', EMBEDDING_MODEL: 'other' })).rejects.toThrow(
    'EMBEDDING_MODEL must be one of meanings, multilingual-e5-small.',
  )
})
