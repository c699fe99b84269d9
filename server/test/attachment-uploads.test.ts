import { createHash } from 'node:crypto'
import { readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// Files that arrive in chunks, by the protocol tus 1.0, whose own client is one of the clients here.

let servers: TestServers
let url: string

beforeEach(async () => {
  servers = await createTestServers()
  await start()
})
afterEach(() => servers.close())

async function start(variables: Readonly<Record<string, string>> = {}): Promise<void> {
  url = await servers.start(variables)
}

const CONTENT = Buffer.from(Array.from({ length: 3_000 }, (_, index) => 65 + (index % 26)))
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const metadataOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')

interface Sent {
  readonly session?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

async function call(method: string, path: string, { session = 'ann', headers, body }: Sent = {}) {
  const response = await fetch(`${url}/api/attachments${path}`, {
    method,
    headers: { 'x-session-id': session, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    offset: response.headers.get('upload-offset'),
    length: response.headers.get('upload-length'),
    version: response.headers.get('tus-resumable'),
    location: response.headers.get('location') ?? '',
    text,
    json: text.startsWith('{') ? JSON.parse(text) : undefined,
  }
}

async function begin(metadata: Readonly<Record<string, string>> = {}, bytes = CONTENT.length) {
  const headers = {
    'upload-length': String(bytes),
    'upload-metadata': metadataOf({ filename: 'book.txt', ...metadata }),
  }
  const begun = await call('POST', '/uploads', { headers })
  return { ...begun, path: begun.location.replace('/api/attachments', '') }
}

const append = (path: string, from: number, to: number, sent: Sent = {}) =>
  call('PATCH', path, {
    ...sent,
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) },
    body: CONTENT.subarray(from, to),
  })

const filesOnDisk = () => readdirSync(join(servers.directory, 'attachments'))

it('stores a file of several chunks, across a restart of the server', async () => {
  const { status, path, offset, version } = await begin({ sha256: sha256(CONTENT) })
  expect([status, offset, version]).toEqual([201, '0', '1.0.0'])
  expect(await append(path, 0, 1_000)).toMatchObject({ status: 204, offset: '1000', version: '1.0.0' })
  await servers.stop()
  await start()
  expect(await call('HEAD', path)).toMatchObject({ status: 200, offset: '1000', length: '3000' })
  await append(path, 1_000, 3_000)
  const { status: ended, json } = await call('POST', `${path}/attachment`)
  expect([ended, json]).toEqual([
    201,
    { id: json.id, kind: 'document', name: 'book.txt', mediaType: 'application/octet-stream', bytes: 3_000 },
  ])
  expect((await call('GET', `/${json.id}`)).text).toBe(CONTENT.toString())
  expect(filesOnDisk()).toHaveLength(1)
  expect((await call('HEAD', path)).status).toBe(404)
})

it('is spoken by the client of tus itself, which continues a broken upload', async () => {
  const upload = (options: object = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<Upload>()
    const client = new Upload(CONTENT, {
      endpoint: `${url}/api/attachments/uploads`,
      headers: { 'x-session-id': 'ann' },
      metadata: { filename: 'book.txt' },
      chunkSize: 700,
      retryDelays: null,
      onSuccess: () => resolve(client),
      onError: reject,
      ...options,
    })
    client.start()
    return { client, promise }
  }
  const broken = Promise.withResolvers<string>()
  const first = upload({
    onChunkComplete: () => {
      void first.client.abort()
      broken.resolve(first.client.url ?? '')
    },
  })
  const uploadUrl = await broken.promise
  await upload({ uploadUrl }).promise
  const path = new URL(uploadUrl).pathname.replace('/api/attachments', '')
  const { json } = await call('POST', `${path}/attachment`)
  expect((await call('GET', `/${json.id}`)).text).toBe(CONTENT.toString())
  const cancelled = await begin()
  await append(cancelled.path, 0, 10)
  await Upload.terminate(`${url}${cancelled.location}`, { headers: { 'x-session-id': 'ann' } })
  expect(filesOnDisk()).toHaveLength(1)
})

it('takes a few chunks of any size, and then only larger ones', async () => {
  const { path } = await begin()
  for (let count = 0; count < 16; count += 1) expect((await append(path, count, count + 1)).status).toBe(204)
  expect(await append(path, 16, 17)).toMatchObject({ status: 400, json: { error: 'VALIDATION' } })
  expect(filesOnDisk()).toHaveLength(16)
})

it('counts a stored file once, however often its upload is begun', async () => {
  const facts = { sha256: sha256(CONTENT) }
  const { path } = await begin(facts)
  await append(path, 0, 3_000)
  await call('POST', `${path}/attachment`)
  const used = async () => (await call('GET', '/limits')).json.usedBytes
  const before = await used()
  const begun = []
  for (let count = 0; count < 5; count += 1) begun.push(await begin(facts, 20_000_000))
  expect(begun.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(await used()).toBe(before)
})

it('continues an upload of the same file, and asks for no byte of a stored one', async () => {
  const facts = { fingerprint: 'f', sha256: sha256(CONTENT) }
  const { path } = await begin(facts)
  await append(path, 0, 2_000)
  expect(await begin(facts)).toMatchObject({ path, offset: '2000' })
  await append(path, 2_000, 3_000)
  const { json } = await call('POST', `${path}/attachment`)
  const again = await begin(facts)
  expect(again).toMatchObject({ status: 201, offset: '3000' })
  expect((await call('POST', `${again.path}/attachment`)).json).toEqual(json)
  expect(filesOnDisk()).toHaveLength(1)
})

it('asks for the bytes of a stored file again that is damaged, and mends it', async () => {
  const facts = { sha256: sha256(CONTENT) }
  const { path } = await begin(facts)
  await append(path, 0, 3_000)
  const { json } = await call('POST', `${path}/attachment`)
  const damage = () => {
    for (const file of filesOnDisk()) truncateSync(join(servers.directory, 'attachments', file), 100)
  }
  damage()
  expect((await call('GET', `/${json.id}`)).status).toBe(404)
  const again = await begin(facts)
  expect(again).toMatchObject({ status: 201, offset: '0' })
  await append(again.path, 0, 3_000)
  expect((await call('POST', `${again.path}/attachment`)).json).toEqual(json)
  expect((await call('GET', `/${json.id}`)).text).toBe(CONTENT.toString())
  expect(filesOnDisk()).toHaveLength(1)
  // Begun before it was damaged.
  const early = await begin(facts)
  expect(early.offset).toBe('3000')
  damage()
  expect((await call('POST', `${early.path}/attachment`)).status).toBe(409)
  expect((await call('HEAD', early.path)).offset).toBe('0')
  // In one request.
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(CONTENT)]), 'book.txt')
  const response = await fetch(`${url}/api/attachments`, {
    method: 'POST',
    headers: { 'x-session-id': 'ann' },
    body: form,
  })
  expect([response.status, await response.json()]).toEqual([201, json])
  expect((await call('GET', `/${json.id}`)).text).toBe(CONTENT.toString())
})

it('continues before a chunk that was damaged or lost', async () => {
  const { path } = await begin({ sha256: sha256(CONTENT) })
  await append(path, 0, 1_000)
  const [first] = filesOnDisk()
  await append(path, 1_000, 2_000)
  const second = filesOnDisk().find((file) => file !== first) ?? ''
  await append(path, 2_000, 3_000)
  truncateSync(join(servers.directory, 'attachments', second), 5)
  expect(await call('POST', `${path}/attachment`)).toMatchObject({
    status: 409,
    json: { error: 'EDIT_CONFLICT' },
  })
  expect((await call('HEAD', path)).offset).toBe('1000')
  expect(filesOnDisk()).toEqual([first])
  await append(path, 1_000, 3_000)
  const { json } = await call('POST', `${path}/attachment`)
  expect((await call('GET', `/${json.id}`)).text).toBe(CONTENT.toString())
})

it('takes each chunk once when two tabs send it', async () => {
  const { path } = await begin()
  const answers = await Promise.all([append(path, 0, 1_500), append(path, 0, 1_500)])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 409]))
  await append(path, 1_500, 3_000)
  const ends = await Promise.all([call('POST', `${path}/attachment`), call('POST', `${path}/attachment`)])
  const stored = ends.find(({ status }) => status === 201)
  expect((await call('GET', `/${stored?.json.id}`)).text).toBe(CONTENT.toString())
  expect(await servers.database.selectFrom('attachments').selectAll().execute()).toHaveLength(1)
})

describe('an upload is refused', () => {
  it('without the version of the protocol, or with another one', async () => {
    const headers = { 'upload-length': '3', 'tus-resumable': '0.2.2' }
    expect((await call('POST', '/uploads', { headers })).status).toBe(400)
  })

  it('of another owner', async () => {
    const { path } = await begin()
    expect((await call('HEAD', path, { session: 'bob' })).status).toBe(404)
    expect((await append(path, 0, 3_000, { session: 'bob' })).status).toBe(404)
    expect((await call('POST', `${path}/attachment`, { session: 'bob' })).status).toBe(404)
    expect((await call('DELETE', path, { session: 'bob' })).status).toBe(404)
  })

  it('with bytes that are missing, in another place, or too many', async () => {
    const { path } = await begin()
    await append(path, 0, 1_000)
    expect((await call('POST', `${path}/attachment`)).status).toBe(409)
    expect((await append(path, 500, 1_500)).status).toBe(409)
    const shorter = await begin({}, 10)
    expect((await append(shorter.path, 0, 20)).status).toBe(400)
    expect((await call('PATCH', path, { headers: { 'upload-offset': '1000' } })).status).toBe(415)
  })

  it('with another hash than announced, and is deleted', async () => {
    const { path } = await begin({ sha256: sha256(Buffer.from('other')) })
    await append(path, 0, 3_000)
    expect((await call('POST', `${path}/attachment`)).status).toBe(400)
    expect((await call('HEAD', path)).status).toBe(404)
    expect(filesOnDisk()).toEqual([])
  })

  it('before its first byte when it is larger than the plan or the quota allows', async () => {
    const { status, json } = await begin({}, 30 * 1024 * 1024)
    expect([status, json.error, json.details]).toEqual([413, 'TOO_LARGE', { fileBytes: 20 * 1024 * 1024 }])
    await servers.stop()
    await start({ ATTACHMENTS_MAX_MB: '1' })
    expect((await begin({}, 150_000)).status).toBe(201)
    // What is announced counts, so that two uploads cannot exceed it together.
    expect((await begin({}, 100_000)).json.error).toBe('STORAGE_FULL')
    expect((await call('GET', '/limits')).json).toMatchObject({
      totalBytes: 200_000,
      usedBytes: 150_000,
      usedFiles: 1,
      pages: 500,
    })
  })

  it('for a document with more pages than the plan allows', async () => {
    const { path } = await begin()
    await append(path, 0, 3_000)
    const { json } = await call('POST', `${path}/attachment`)
    const sections = Array.from({ length: 501 }, (_, index) => ({ title: String(index), text: 'a' }))
    const outcome = await call('PUT', `/${json.id}/text`, {
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ sections })),
    })
    expect([outcome.status, outcome.json.details]).toEqual([413, { pages: 500 }])
  })
})
