import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import type { Database } from '#db/schema.ts'
import { type FakeS3, startS3 } from '../../fakes/s3/index.ts'
import { startUpstream } from '../../fakes/upstream/index.ts'
import { createApp, type ServerApp } from '#app.ts'
import { runDataCommand } from '#commands/data-commands.ts'
import { runInFolder } from '#commands/run-in-folder.fixture.ts'
import { BARE_ENVIRONMENT } from './fixtures/bare-environment.ts'
import { readSettings } from '#settings/settings.ts'
import { manualTimers } from '#scheduler/fixtures/manual-timers.ts'

// Files of servers beyond one machine are in an object store.

const START_MS = 90_000
const SEAL_KEY = Buffer.alloc(32, 7).toString('base64')

let directory: string
let database: Database
let store: FakeS3
let apps: ServerApp[]
let children: ChildProcess[]
let log: string[]

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'vee-object-store-'))
  database = await openTestDatabase()
  store = await startS3({ pageSize: 3 })
  apps = []
  children = []
  log = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const app of apps) await app.stop()
  await store.close()
  rmSync(directory, { recursive: true })
})

const storeSettings = () => ({
  OBJECT_STORE_URL: `s3://${store.bucket}/live`,
  OBJECT_STORE_ENDPOINT: store.url,
  OBJECT_STORE_ACCESS_KEY_ID: store.credentials.accessKeyId,
  OBJECT_STORE_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
  SEAL_KEY,
})
const folder = (name = 'data') => join(directory, name)

async function start(settings: Readonly<Record<string, string>> = storeSettings(), name = 'data') {
  mkdirSync(folder(name), { recursive: true })
  const app = await createApp({
    settings: readSettings({
      PORT: '0',
      LOCAL_PROVIDERS: 'off',
      LOCAL_SPEECH: 'off',
      DATA_DIR: folder(name),
      METRICS_TOKEN: 'figures',
      ...settings,
    }),
    database,
    passphrase: 'quiet harbour',
    webDirectory: directory,
    searchPath: '',
    now: Date.now,
    logStream: { write: (line: string) => void log.push(line) },
    setTimer: manualTimers().setTimer,
  })
  apps.push(app)
  return app.listen()
}

const headers = { 'x-session-id': 'ann' }
const CONTENT = randomBytes(300_000)

async function upload(url: string, content: Buffer = CONTENT, name = 'plans.bin') {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), name)
  const response = await fetch(`${url}/api/attachments`, { method: 'POST', headers, body: form })
  return { status: response.status, json: (await response.json()) as { id: string; error?: string } }
}
async function download(url: string, id: string, range?: string) {
  const response = await fetch(`${url}/api/attachments/${id}`, {
    headers: { ...headers, ...(range !== undefined && { range }) },
  })
  return {
    status: response.status,
    range: response.headers.get('content-range'),
    content: Buffer.from(await response.arrayBuffer()),
  }
}
const readiness = async (url: string) => {
  const response = await fetch(`${url}/api/ready`)
  return { status: response.status, json: await response.json() }
}
const filesInStore = () => [...store.objects.keys()].filter((key) => key.startsWith('live/attachments/'))

it('stores files in the bucket, unreadable without the key, and returns them whole and by ranges', async () => {
  const url = await start()
  const text = Buffer.from('The harbour plan. '.repeat(20_000))
  const { status, json } = await upload(url, text)
  expect(status).toBe(201)
  expect(existsSync(join(folder(), 'attachments'))).toBe(false)
  expect(filesInStore()).toHaveLength(1)
  for (const { content } of store.objects.values()) expect(content.includes('harbour')).toBe(false)
  expect((await download(url, json.id)).content.equals(text)).toBe(true)
  const cases = [
    ['bytes=0-0', 206, text.subarray(0, 1), `bytes 0-0/${text.length}`],
    ['bytes=65530-65545', 206, text.subarray(65_530, 65_546), `bytes 65530-65545/${text.length}`],
    ['bytes=300000-', 206, text.subarray(300_000), `bytes 300000-${text.length - 1}/${text.length}`],
    ['bytes=-7', 206, text.subarray(-7), `bytes ${text.length - 7}-${text.length - 1}/${text.length}`],
    ['bytes=9999999-', 200, text, null],
    ['bytes=1-2,4-5', 200, text, null],
    ['bytes=5-1', 200, text, null],
  ] as const
  for (const [range, answered, content, contentRange] of cases) {
    const downloaded = await download(url, json.id, range)
    expect([range, downloaded.status, downloaded.range, downloaded.content.equals(content)]).toEqual([
      range,
      answered,
      contentRange,
      true,
    ])
  }
  expect(await readiness(url)).toMatchObject({ status: 200, json: { checks: { storage: 'ok' } } })
})

it('reports its requests in the metrics', async () => {
  const url = await start()
  await upload(url)
  const response = await fetch(`${url}/api/metrics`, { headers: { authorization: 'Bearer figures' } })
  const figures = await response.text()
  expect(figures).toMatch(/vee_object_store_requests_total\{operation="put",outcome="done"\} [1-9]/)
  expect(figures).toMatch(/vee_object_store_bytes_total\{direction="sent"\} 3\d{5}/)
})

describe('while the store is away', () => {
  it('loses nothing, answers STORAGE_UNAVAILABLE and says so at /ready, and continues when it is back', async () => {
    const url = await start()
    const { json } = await upload(url)
    await store.goAway()
    const refused = await upload(url, randomBytes(1_000))
    expect([refused.status, refused.json.error]).toEqual([503, 'STORAGE_UNAVAILABLE'])
    const read = await download(url, json.id)
    expect([read.status, JSON.parse(read.content.toString())]).toEqual([
      503,
      expect.objectContaining({ error: 'STORAGE_UNAVAILABLE' }),
    ])
    await expect
      .poll(() => readiness(url))
      .toMatchObject({
        status: 200,
        json: {
          status: 'ready',
          checks: { storage: 'failed' },
          reason: expect.stringMatching(/does not respond/),
        },
      })
    expect(log.filter((line) => line.includes('files cannot be stored'))).toHaveLength(1)
    await store.comeBack()
    expect((await download(url, json.id)).content.equals(CONTENT)).toBe(true)
    expect((await upload(url, randomBytes(1_000))).status).toBe(201)
    await expect.poll(() => readiness(url)).toMatchObject({ json: { checks: { storage: 'ok' } } })
    expect(log.filter((line) => line.includes('files can be stored again'))).toHaveLength(1)
  })

  it('refuses a question with a document, before a model is asked', async () => {
    const upstream = await startUpstream()
    const url = await start({
      ...storeSettings(),
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: `${upstream.url}/v1`,
    })
    const { json } = await upload(url)
    const send = (path: string, method: string, body: object) =>
      fetch(`${url}/api${path}`, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await send(`/attachments/${json.id}/text`, 'PUT', { sections: [{ title: '', text: 'the harbour plan' }] })
    const ask = () =>
      send('/chat', 'POST', {
        conversationId: 'v_agent-1',
        messages: [{ role: 'user', content: 'What is this?', attachments: [json] }],
      })
    await store.goAway()
    const refused = await ask()
    expect([refused.status, await refused.json()]).toEqual([
      503,
      expect.objectContaining({ error: 'STORAGE_UNAVAILABLE' }),
    ])
    expect(upstream.requests).toEqual([])
    await store.comeBack()
    expect((await ask()).status).toBe(200)
    await upstream.close()
  })

  it('starts and waits for it', async () => {
    await store.goAway()
    const url = await start()
    expect((await fetch(`${url}/api/health`)).status).toBe(200)
    await store.comeBack()
    expect((await upload(url)).status).toBe(201)
  })

  it('deletes a file for its owner, and from the store later', async () => {
    const url = await start()
    const { json } = await upload(url)
    await store.goAway()
    const deleted = await fetch(`${url}/api/attachments/${json.id}`, { method: 'DELETE', headers })
    expect(deleted.status).toBe(204)
    expect((await download(url, json.id)).status).toBe(404)
    expect(filesInStore()).toHaveLength(1)
  })
})

it.each([
  [{ OBJECT_STORE_SECRET_ACCESS_KEY: 'wrong' }, 'The store rejects OBJECT_STORE_SECRET_ACCESS_KEY.'],
  [{ OBJECT_STORE_ACCESS_KEY_ID: 'AKIAOTHER' }, 'The store does not know OBJECT_STORE_ACCESS_KEY_ID.'],
  [{ OBJECT_STORE_URL: 's3://other-bucket' }, 'The bucket of OBJECT_STORE_URL does not exist.'],
  [
    { SEAL_KEY: Buffer.alloc(32, 8).toString('base64') },
    'The files in the object store are sealed with another key: set SEAL_KEY to the one of the other servers.',
  ],
])('does not start with %j, and says why', async (settings, sentence) => {
  await start()
  const failing = createApp({
    settings: readSettings({ DATA_DIR: folder(), ...storeSettings(), ...settings }),
    database,
    passphrase: undefined,
    webDirectory: directory,
    searchPath: '',
    now: Date.now,
    logStream: { write: () => undefined },
  })
  await expect(failing).rejects.toMatchObject({ name: 'StartFailure', message: sentence })
})

it('is read and written by two servers, each with a folder of its own', async () => {
  const [first, second] = [await start(storeSettings(), 'one'), await start(storeSettings(), 'two')]
  const { json } = await upload(first)
  expect((await download(second, json.id)).content.equals(CONTENT)).toBe(true)
  const begun = await fetch(`${first}/api/attachments/uploads`, {
    method: 'POST',
    headers: { ...headers, 'tus-resumable': '1.0.0', 'upload-length': '3000' },
  })
  const path = begun.headers.get('location') ?? ''
  const append = (url: string, from: number, to: number) =>
    fetch(`${url}${path}`, {
      method: 'PATCH',
      headers: {
        ...headers,
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(from),
      },
      body: new Uint8Array(CONTENT.subarray(from, to)),
    })
  expect((await append(first, 0, 1_000)).status).toBe(204)
  expect((await append(second, 1_000, 3_000)).status).toBe(204)
  const ended = await fetch(`${first}${path}/attachment`, { method: 'POST', headers })
  const { id } = (await ended.json()) as { id: string }
  expect((await download(second, id)).content.equals(CONTENT.subarray(0, 3_000))).toBe(true)
})

function spawned(program: string, args: readonly string[], settings: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src', program), ...args], {
    cwd: directory,
    env: {
      ...BARE_ENVIRONMENT,
      PORT: '0',
      LOCAL_PROVIDERS: 'off',
      LOCAL_SPEECH: 'off',
      LOG_LEVEL: 'silent',
      DATA_DIR: folder(),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

async function startProcess() {
  const child = spawned('main.ts', [], storeSettings())
  const ended = once(child, 'close')
  let output = ''
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  await expect.poll(() => output, { timeout: START_MS }).toMatch(/Vee is ready at (\S+)/)
  return { url: /Vee is ready at (\S+)/.exec(output)?.[1] ?? '', child, ended }
}

it('continues an upload after the server was killed, with every byte that was acknowledged', async () => {
  const content = randomBytes(7 * 1024 * 1024)
  const CHUNK = 2 * 1024 * 1024
  const tus = { ...headers, 'tus-resumable': '1.0.0' }
  let { url, child, ended: isEnded } = await startProcess()
  const begun = await fetch(`${url}/api/attachments/uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(content.length) },
  })
  const path = begun.headers.get('location') ?? ''
  const append = (from: number) =>
    fetch(`${url}${path}`, {
      method: 'PATCH',
      headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) },
      body: new Uint8Array(content.subarray(from, from + CHUNK)),
    })
  expect((await append(0)).status).toBe(204)
  const restart = async () => {
    await isEnded
    ;({ url, child, ended: isEnded } = await startProcess())
  }
  // In the middle of the second chunk: the store has it, the server does not know.
  store.onRequest = (request) => {
    if (request.startsWith('PUT /vee-files/live/attachments/')) child.kill('SIGKILL')
  }
  await expect(append(CHUNK)).rejects.toThrow('fetch failed')
  store.onRequest = () => undefined
  await restart()
  const offset = async () =>
    Number((await fetch(`${url}${path}`, { method: 'HEAD', headers: tus })).headers.get('upload-offset'))
  expect(await offset()).toBe(CHUNK)
  for (let index = CHUNK; index < content.length; index += CHUNK)
    expect((await append(index)).status).toBe(204)
  // In the middle of the parts of the whole file.
  store.onRequest = (request) => {
    if (request.includes('partNumber=2')) child.kill('SIGKILL')
  }
  await expect(fetch(`${url}${path}/attachment`, { method: 'POST', headers })).rejects.toThrow('fetch failed')
  store.onRequest = () => undefined
  await restart()
  const ended = await fetch(`${url}${path}/attachment`, { method: 'POST', headers })
  const { id } = (await ended.json()) as { id: string }
  expect((await download(url, id)).content.equals(content)).toBe(true)
})

const runMove = (...args: string[]) =>
  runInFolder(runDataCommand, {
    cwd: directory,
    env: { DATA_DIR: folder(), ...storeSettings() },
    args: ['move-files', ...args],
  })
const inFolder = () => readdirSync(join(folder(), 'attachments')).length

describe('npm run data -- move-files', () => {
  it('moves files to the store and back, killed in between, and loses none', async () => {
    const contents = Array.from({ length: 8 }, () => randomBytes(20_000))
    const url = await start({ SEAL_KEY })
    const ids: string[] = []
    for (const content of contents) ids.push((await upload(url, content)).json.id)
    const assertAll = async (address: string) => {
      for (const [index, content] of contents.entries())
        expect((await download(address, ids[index] ?? '')).content.equals(content)).toBe(true)
    }
    // A server with the store finds what is still in the folder, before, during and after the move.
    const withStore = await start()
    await assertAll(withStore)

    async function killedRun(direction: string, method: string): Promise<void> {
      const child = spawned('commands/data.ts', ['move-files', direction], storeSettings())
      const ended = once(child, 'close')
      let count = 0
      store.onRequest = (request) => {
        if (!request.startsWith(`${method} /vee-files/live/attachments/`)) return
        count += 1
        if (count === 4) child.kill('SIGKILL')
      }
      await ended
      store.onRequest = () => undefined
    }
    await killedRun('to-store', 'PUT')
    expect([inFolder(), filesInStore().length].every((count) => count > 0)).toBe(true)
    await assertAll(withStore)
    expect(await runMove('to-store')).toEqual([
      expect.stringMatching(/^Moved \d files, .+ to the object store\.\n$/),
      0,
    ])
    expect([inFolder(), filesInStore().length]).toEqual([0, 8])
    await assertAll(withStore)

    await killedRun('to-folder', 'DELETE')
    expect([inFolder(), filesInStore().length].every((count) => count > 0)).toBe(true)
    await assertAll(withStore)
    expect(await runMove('to-folder')).toEqual([
      expect.stringMatching(/^Moved \d files, .+ to the data folder\.\n$/),
      0,
    ])
    expect([inFolder(), store.objects.size]).toEqual([8, 0])
    await assertAll(url)
  })

  it('explains what stops it', async () => {
    await store.goAway()
    expect(await runMove('to-store')).toEqual([
      'The object store does not respond (ECONNREFUSED). Moved 0 files so far; run the command again to continue.\n',
      1,
    ])
    const without = runInFolder(runDataCommand, {
      cwd: directory,
      env: { DATA_DIR: folder() },
      args: ['move-files', 'to-store'],
    })
    expect(await without).toEqual([
      'Set OBJECT_STORE_URL and the other OBJECT_STORE_ settings of the store.\n',
      1,
    ])
  })
})

describe('a data folder that takes no files', () => {
  it('answers STORAGE_UNAVAILABLE to what needs it, and says why at /ready', async () => {
    const url = await start({ SEAL_KEY })
    const { json } = await upload(url)
    // Holds as root too, whom permissions do not bind.
    rmSync(folder(), { recursive: true })
    writeFileSync(folder(), '')
    expect(await upload(url, randomBytes(1_000))).toMatchObject({
      status: 503,
      json: { error: 'STORAGE_UNAVAILABLE' },
    })
    expect((await download(url, json.id)).status).toBe(503)
    expect(await readiness(url)).toMatchObject({
      json: {
        checks: { storage: 'failed' },
        reason: 'A file stands where the data folder needs a folder.',
      },
    })
    rmSync(folder())
    mkdirSync(folder())
    expect((await upload(url, randomBytes(1_000))).status).toBe(201)
  })
})
