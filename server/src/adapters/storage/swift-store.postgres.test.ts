import { CreateBucketCommand, S3Client as AmazonClient } from '@aws-sdk/client-s3'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasSwift, startSwift, type SwiftStore } from './fixtures/swift-store.ts'
import { openObjectStore, type ObjectStore } from './object-store.ts'
import type { ObjectStoreAccess } from './s3/s3-address.ts'
import { createSealedFiles } from './sealed-files.ts'

// A store that is not ours, where it is installed: it runs beside the tests on Postgres.

const SECRET = Buffer.alloc(32, 7)

async function* broken() {
  yield randomBytes(6_000_000)
  throw new Error('the line went dead')
}

describe.skipIf(!hasSwift)('OpenStack Swift', () => {
  let swift: SwiftStore
  let store: ObjectStore
  let access: ObjectStoreAccess
  beforeAll(async () => {
    swift = await startSwift()
    const amazon = new AmazonClient({
      endpoint: swift.url,
      region: 'us-east-1',
      credentials: swift.credentials,
      forcePathStyle: true,
    })
    await amazon.send(new CreateBucketCommand({ Bucket: 'vee' }))
    amazon.destroy()
    access = {
      bucket: 'vee',
      prefix: 'a prefix/ü/',
      endpoint: swift.url,
      region: 'us-east-1',
      ...swift.credentials,
      isPathStyle: undefined,
    }
    store = openObjectStore({ access, secret: () => SECRET })
  }, 300_000)
  afterAll(async () => {
    await store?.close()
    await swift?.close()
  })

  it('takes a key once, and no other one', async () => {
    await store.check()
    await store.check()
    const other = openObjectStore({ access, secret: () => Buffer.alloc(32, 8) })
    await expect(other.check()).rejects.toMatchObject({ reason: expect.stringContaining('another key') })
    await other.close()
  })

  it('stores, returns, discards, restores and deletes files of one and of several parts', async () => {
    const blobs = store.folder('attachments')
    const files = createSealedFiles(blobs, () => SECRET)
    for (const length of [0, 5_000, 12_000_000]) {
      const content = randomBytes(length)
      const sealed = await files.write(Readable.from(length === 0 ? [] : [content]))
      expect((await files.read(sealed))?.equals(content)).toBe(true)
      await files.discard(sealed.file, 5_000)
      expect(await files.discarded()).toEqual([{ file: sealed.file, at: 5_000 }])
      const opened = await files.open(sealed, { start: 1_000, end: 1_010 })
      const chunks: Uint8Array[] = []
      for await (const chunk of opened?.content ?? []) chunks.push(chunk)
      expect(Buffer.concat(chunks)).toEqual(length === 0 ? content : content.subarray(1_000, 1_010))
      expect(await files.olderThan(Date.now() + 60_000)).toEqual([sealed.file])
      expect((await files.facts(sealed.file))?.createdAt).toBeGreaterThan(Date.now() - 600_000)
      await files.remove(sealed.file)
      expect(await files.read(sealed)).toBeUndefined()
    }
    await expect(blobs.write('half', broken())).rejects.toThrow('the line went dead')
    await blobs.removeAbandoned(Date.now() + 60_000)
    await blobs.remove('none')
    expect(await blobs.olderThan(Date.now() + 60_000)).toEqual([])
  })
})
