import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeS3, startS3 } from '../../../../../fakes/s3/index.ts'
import type { BlobStore } from '../blob-store.ts'
import { bucketAddress, type ObjectStoreAccess } from './s3-address.ts'
import { S3Client, type S3Use } from './s3-client.ts'
import { createS3Store } from './s3-store.ts'

// What stores answer besides what was asked for.

let fake: FakeS3
let client: S3Client
let store: BlobStore
let uses: S3Use[]
let changes: (string | undefined)[]

beforeEach(() => open({}))
afterEach(close)

async function open(
  habits: Parameters<typeof startS3>[0],
  access: Partial<ObjectStoreAccess> = {},
): Promise<void> {
  fake = await startS3(habits)
  uses = []
  changes = []
  client = new S3Client(
    {
      bucket: fake.bucket,
      prefix: '',
      endpoint: fake.url,
      region: 'us-east-1',
      ...fake.credentials,
      isPathStyle: undefined,
      ...access,
    },
    { observe: (use) => uses.push(use), onChange: (reason) => changes.push(reason) },
  )
  store = createS3Store(client, 'files')
}
async function close(): Promise<void> {
  await client.close()
  await fake.close()
}
async function reopen(...options: Parameters<typeof open>): Promise<void> {
  await close()
  await open(...options)
}

const PART = 5 * 1024 * 1024
async function* streamOf(...parts: readonly Uint8Array[]) {
  yield* parts
}
const write = (bytes: Uint8Array) => store.write('a', streamOf(bytes))
async function read(): Promise<Buffer | undefined> {
  const blob = await store.read('a')
  const chunks: Uint8Array[] = []
  for await (const chunk of blob?.content ?? []) chunks.push(chunk)
  return blob && Buffer.concat(chunks)
}
const unavailable = expect.objectContaining({ code: 'STORAGE_UNAVAILABLE' }) as unknown

async function* broken() {
  yield Buffer.alloc(PART + 1)
  throw new Error('the line went dead')
}

describe('an upload', () => {
  it.each([
    [0, []],
    [PART, []],
    [PART + 1, [PART, 1]],
    [2 * PART, [PART, PART]],
  ])('of %i bytes has the parts %j, none of them empty', async (length, parts) => {
    const bytes = randomBytes(length)
    const sent: number[] = []
    fake.onRequest = (request) => {
      if (request.includes('partNumber')) sent.push(request.length)
    }
    await write(bytes)
    expect((await read())?.equals(bytes) ?? length === 0).toBe(true)
    expect(sent).toHaveLength(parts.length)
    expect(fake.uploads.size).toBe(0)
  })

  it('holds one part in memory: the source waits for the store', async () => {
    let read = 0
    let maxAhead = 0
    fake.onRequest = () => {
      maxAhead = Math.max(
        maxAhead,
        read - PART * fake.requests.filter((request) => request.includes('partNumber')).length,
      )
    }
    async function* source() {
      for (let count = 0; count < 40; count += 1) {
        read += 512 * 1024
        yield Buffer.alloc(512 * 1024)
      }
    }
    await store.write('a', source())
    expect(maxAhead).toBeLessThanOrEqual(PART + 512 * 1024)
  })

  it('is aborted when its source breaks, so that no parts stay', async () => {
    await expect(store.write('a', broken())).rejects.toThrow('the line went dead')
    expect([fake.uploads.size, fake.objects.size]).toEqual([0, 0])
  })

  it('succeeds if the answer to its completion is lost, or is an error after status 200', async () => {
    fake.faults = { lostAnswers: 1 }
    await write(Buffer.alloc(PART + 1))
    expect((await read())?.length).toBe(PART + 1)
    fake.faults = { lateErrors: 2 }
    await write(Buffer.alloc(PART + 2))
    expect((await read())?.length).toBe(PART + 2)
  })

  it('that a killed server began is aborted later', async () => {
    await client.text({ operation: 'multipart', method: 'POST', key: 'files/a', query: { uploads: '' } })
    await client.text({ operation: 'multipart', method: 'POST', key: 'others/a', query: { uploads: '' } })
    await store.removeAbandoned(Date.now() - 60_000)
    expect(fake.uploads.size).toBe(2)
    await store.removeAbandoned(Date.now() + 60_000)
    expect([...fake.uploads.values()].map(({ key }) => key)).toEqual(['others/a'])
  })
})

describe('what passes is repeated', () => {
  it.each([
    [503, 'SlowDown'],
    [500, 'InternalError'],
    [503, 'ServiceUnavailable'],
    [429, 'TooManyRequests'],
    [400, 'RequestTimeout'],
    [502, ''],
  ])('status %i, %s', async (status, code) => {
    fake.faults = { refusal: { status, code, times: 2 } }
    await write(Buffer.from('plans'))
    expect((await read())?.toString()).toBe('plans')
    expect(uses[0]).toMatchObject({ operation: 'put', isOk: true, retries: 2, sentBytes: 5 })
  })

  it('and given up after some attempts, which the host is told once', async () => {
    fake.faults = { refusal: { status: 503, code: 'SlowDown', times: 1_000 } }
    await expect(write(Buffer.from('plans'))).rejects.toEqual(unavailable)
    await expect(store.read('a')).rejects.toEqual(unavailable)
    expect(changes).toEqual(['The object store answers 503 (SlowDown).'])
    fake.faults = {}
    await write(Buffer.from('plans'))
    expect(changes).toEqual(['The object store answers 503 (SlowDown).', undefined])
  })

  it('where a copy fails after status 200', async () => {
    await write(Buffer.from('plans'))
    fake.faults = { lateErrors: 1 }
    await store.discard('a', 1_000)
    expect([...fake.objects.keys()]).toEqual(['bin/files/a.1000'])
  })

  it('where a download breaks: it continues at its byte', async () => {
    const bytes = randomBytes(1_000_000)
    await write(bytes)
    fake.faults = { cutAfterBytes: 300_000 }
    expect((await read())?.equals(bytes)).toBe(true)
    fake.faults = { cutAfterBytes: 0 }
    await expect(read()).rejects.toEqual(unavailable)
  })
})

describe('a store that is away', () => {
  it('loses nothing, and is used again when it is back', async () => {
    await write(Buffer.from('plans'))
    await fake.goAway()
    await expect(read()).rejects.toEqual(unavailable)
    await expect(write(Buffer.from('others'))).rejects.toEqual(unavailable)
    await expect(store.olderThan(Date.now())).rejects.toEqual(unavailable)
    await fake.comeBack()
    expect((await read())?.toString()).toBe('plans')
    expect(changes).toEqual(['The object store does not respond (ECONNREFUSED).', undefined])
  })

  it.each([
    [404, 'NoSuchBucket', 'The bucket of OBJECT_STORE_URL does not exist.'],
    [404, '', 'The object store answers 404 (HTTP404).'],
    [403, 'AccessDenied', expect.stringContaining('does not allow this access key') as string],
    [507, 'XMinioStorageFull', 'The store has no room left.'],
  ])('is no store without the file: %i %s', async (status, code, reason) => {
    await write(Buffer.from('plans'))
    fake.faults = { refusal: { status, code, times: 1_000 } }
    await expect(read()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE', reason })
  })

  it('is no list without files: a page that is no list', async () => {
    fake.faults = { refusal: { status: 200, code: 'Welcome', times: 1_000 } }
    await expect(store.olderThan(Date.now())).rejects.toEqual(unavailable)
  })
})

it('finds the region of its bucket', async () => {
  await reopen({ region: 'eu-central-1' })
  await write(Buffer.from('plans'))
  expect((await read())?.toString()).toBe('plans')
  expect(fake.requests).toHaveLength(3)
})

it.each([-3_600_000, 3_600_000])('signs by the clock of a store that is %i ms ahead', async (clockOffset) => {
  await reopen({ clockOffset })
  await write(Buffer.from('plans'))
  expect((await read())?.toString()).toBe('plans')
  expect(fake.requests).toHaveLength(3)
})

const address = (endpoint: string | undefined, isPathStyle?: boolean, bucket = 'vee') =>
  bucketAddress({ bucket, endpoint, isPathStyle }, 'eu-central-1')

it('addresses the bucket in the path or in the host name', () => {
  expect(address(undefined)).toBe('https://vee.s3.eu-central-1.amazonaws.com')
  expect(address(undefined, undefined, 'vee.example')).toBe(
    'https://s3.eu-central-1.amazonaws.com/vee.example',
  )
  expect(address('https://store.example')).toBe('https://vee.store.example')
  expect(address('https://store.example', true)).toBe('https://store.example/vee')
  expect(address('https://store.example:9000')).toBe('https://store.example:9000/vee')
  expect(address('https://store.example:9000', false)).toBe('https://vee.store.example:9000')
  expect(address('http://10.0.0.5')).toBe('http://10.0.0.5/vee')
  expect(address('http://[::1]')).toBe('http://[::1]/vee')
  expect(address('https://x.supabase.co/storage/v1/s3')).toBe('https://x.supabase.co/storage/v1/s3/vee')
})
