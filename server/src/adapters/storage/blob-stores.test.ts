import { DAY_MS } from '@vee/contract/time/durations'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { startS3 } from '../../../../fakes/s3/index.ts'
import type { BlobStore } from './blob-store.ts'
import { createFolderStore } from './folder-store.ts'
import { S3Client } from './s3/s3-client.ts'
import { createS3Store } from './s3/s3-store.ts'
import { withFallback } from './with-fallback.ts'

// What holds for every place of files.

let closings: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closings.toReversed()) await close()
  closings = []
})

function folder(): BlobStore {
  const directory = mkdtempSync(join(tmpdir(), 'vee-blobs-'))
  closings.push(() => rmSync(directory, { recursive: true }))
  return createFolderStore(join(directory, 'files'))
}

async function objectStore(habits: Parameters<typeof startS3>[0] = {}): Promise<BlobStore> {
  const fake = await startS3(habits)
  closings.push(() => fake.close())
  const client = new S3Client({
    bucket: fake.bucket,
    prefix: 'a prefix/ü/',
    endpoint: fake.url,
    region: habits.region ?? 'us-east-1',
    ...fake.credentials,
    isPathStyle: undefined,
  })
  closings.push(() => client.close())
  return createS3Store(client, 'files')
}

async function* streamOf(...parts: readonly Uint8Array[]) {
  yield* parts
}
async function contentOf(store: BlobStore, file: string, range?: { start: number; end: number }) {
  const blob = await store.read(file, range)
  if (!blob) return undefined
  const chunks: Uint8Array[] = []
  for await (const chunk of blob.content) chunks.push(chunk)
  return { size: blob.size, content: Buffer.concat(chunks) }
}
const put = (store: BlobStore, file: string, content = 'plans') =>
  store.write(file, streamOf(Buffer.from(content)))

async function* broken() {
  yield randomBytes(6 * 1024 * 1024)
  throw new Error('the line went dead')
}

describe.each<readonly [name: string, open: () => BlobStore | Promise<BlobStore>]>([
  ['a folder', folder],
  ['an object store', () => objectStore({ pageSize: 1 })],
  ['a strict object store, as R2', () => objectStore({ isStrict: true, region: 'auto' })],
  ['an object store as Swift', () => objectStore({ refusesToDeleteMissing: true, hidesUploads: true })],
  ['an object store before a folder', async () => withFallback(await objectStore(), folder())],
])('%s', (_, open) => {
  it('returns what was written, whole and by ranges', async () => {
    const store = await open()
    const bytes = randomBytes(12 * 1024 * 1024 + 7)
    await store.write(
      'large',
      streamOf(bytes.subarray(0, 1), bytes.subarray(1, 9_000_000), bytes.subarray(9_000_000)),
    )
    expect((await contentOf(store, 'large'))?.content.equals(bytes)).toBe(true)
    const range = await contentOf(store, 'large', { start: 5_000_000, end: 6_000_000 })
    expect([range?.size, range?.content.equals(bytes.subarray(5_000_000, 6_000_000))]).toEqual([
      bytes.length,
      true,
    ])
    const end = await contentOf(store, 'large', { start: bytes.length - 3, end: bytes.length + 50 })
    expect(end?.content.equals(bytes.subarray(-3))).toBe(true)
    expect(await store.facts('large')).toMatchObject({ size: bytes.length })
  })

  it('has nothing of a write that was aborted', async () => {
    const store = await open()
    await expect(store.write('half', broken())).rejects.toThrow('the line went dead')
    expect(await store.read('half')).toBeUndefined()
    expect(await store.olderThan(Date.now() + 60_000)).toEqual([])
  })

  it('knows which files are missing', async () => {
    const store = await open()
    expect(await store.read('none')).toBeUndefined()
    expect(await store.facts('none')).toBeUndefined()
    expect(await store.restore('none')).toBe(false)
    await store.remove('none')
    await store.removeDiscarded('none')
    await store.discard('none', 1)
    expect(await store.discarded()).toEqual([])
  })

  it('keeps discarded files in its bin until they are restored or deleted', async () => {
    const store = await open()
    for (const file of ['a', 'b', 'c']) await put(store, file, file)
    await store.discard('a', 1_000)
    await store.discard('b', 2_000)
    expect(await store.olderThan(Date.now() + 60_000)).toEqual(['c'])
    const inBin = await store.discarded()
    expect(new Map(inBin.map(({ file, discardedAt }) => [file, discardedAt]))).toEqual(
      new Map([
        ['a', 1_000],
        ['b', 2_000],
      ]),
    )
    expect(await store.restore('a')).toBe(true)
    expect((await contentOf(store, 'a'))?.content.toString()).toBe('a')
    await store.removeDiscarded('b')
    expect([await store.discarded(), await store.restore('b')]).toEqual([[], false])
  })

  it('lists files by age, and remembers when a moved one was written', async () => {
    const store = await open()
    for (const file of ['a', 'b', 'c']) await put(store, file)
    expect(await store.olderThan(0)).toEqual([])
    expect((await store.olderThan(Date.now() + 60_000)).toSorted()).toEqual(['a', 'b', 'c'])
    await store.write('moved', streamOf(Buffer.from('old')), DAY_MS)
    await store.discard('moved', 5_000)
    await store.restore('moved')
    await store.removeAbandoned(Date.now() + 60_000)
    expect((await store.facts('a'))?.createdAt).toBeGreaterThan(Date.now() - 600_000)
    expect(await contentOf(store, 'moved')).toMatchObject({ size: 3 })
  })
})
