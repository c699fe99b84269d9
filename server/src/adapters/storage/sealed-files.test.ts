import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startS3 } from '../../../../fakes/s3/index.ts'
import { S3Client } from './s3/s3-client.ts'
import { createS3Store } from './s3/s3-store.ts'
import { createFolderStore } from './folder-store.ts'
import { createSealedFiles } from './sealed-files.ts'

let directory: string
let unreadable: string[]
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'vee-sealed-'))
  unreadable = []
})
afterEach(() => rmSync(directory, { recursive: true }))

const open = (secret: () => Buffer = () => Buffer.alloc(32, 7)) =>
  createSealedFiles(createFolderStore(directory), secret, {
    unreadable: (file) => unreadable.push(file),
  })
const write = (content = Buffer.from('a plan of the harbour')) => open().write(Readable.from([content]))
async function joined(opened: { readonly content: AsyncIterable<Uint8Array> } | undefined): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of opened?.content ?? []) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const pathOf = (file: string) => join(directory, file)

describe('a file that is no longer available', () => {
  it.each<readonly [why: string, damage: (path: string) => void]>([
    ['with other bytes', (path) => writeFileSync(path, readFileSync(path).fill(1, 14, 17))],
    ['cut to five bytes', (path) => writeFileSync(path, readFileSync(path).subarray(0, 5))],
    ['emptied', (path) => writeFileSync(path, '')],
    [
      'that is a folder now',
      (path) => {
        rmSync(path)
        mkdirSync(path)
      },
    ],
  ])('%s is reported once', async (_, damage) => {
    const sealed = await write()
    damage(pathOf(sealed.file))
    const files = open()
    expect(await files.read(sealed)).toBeUndefined()
    expect(await files.read(sealed)).toBeUndefined()
    expect(unreadable).toEqual([sealed.file])
  })

  it('because the key is another one, or cannot be read', async () => {
    const sealed = await write()
    expect(await open(() => Buffer.alloc(32, 8)).read(sealed)).toBeUndefined()
    const withoutKey = open(() => {
      throw new Error('seal.key is damaged')
    })
    expect(await withoutKey.read(sealed)).toBeUndefined()
    expect(unreadable).toEqual([sealed.file, sealed.file])
  })

  it('because it is missing, is not reported', async () => {
    const sealed = await write()
    rmSync(pathOf(sealed.file))
    expect(await open().read(sealed)).toBeUndefined()
    expect(unreadable).toEqual([])
  })
})

describe('a file of the older format', () => {
  const SALT = Buffer.alloc(32, 3)
  function writeOlder(content: Buffer): { file: string; salt: string } {
    const key = Buffer.from(hkdfSync('sha256', Buffer.alloc(32, 7), SALT, 'vee sealed file', 32))
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const sealed = [nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]
    writeFileSync(pathOf('older'), Buffer.concat(sealed))
    return { file: 'older', salt: SALT.toString('base64') }
  }

  it.each([0, 1, 70_000])('of %i bytes is read, whole and by ranges', async (length) => {
    const content = randomBytes(length)
    const sealed = writeOlder(content)
    expect((await open().read(sealed))?.equals(content)).toBe(true)
    const opened = await open().open(sealed)
    expect([opened?.bytes, await joined(opened)]).toEqual([length, content])
    const range = await open().open(sealed, { start: 10, end: 20 })
    expect(await joined(range)).toEqual(length > 20 ? content.subarray(10, 20) : content)
  })

  it('is checked before its first byte is sent', async () => {
    const sealed = writeOlder(randomBytes(70_000))
    const bytes = readFileSync(pathOf('older'))
    bytes[40_000] = (bytes[40_000] ?? 0) ^ 1
    writeFileSync(pathOf('older'), bytes)
    expect(await open().open(sealed)).toBeUndefined()
    expect(await open().open(sealed, { start: 0, end: 5 })).toBeUndefined()
  })
})

describe('segments', () => {
  const SEGMENT = 65_536 + 16
  const damages: readonly (readonly [why: string, damage: (bytes: Buffer) => Uint8Array])[] = [
    [
      'exchanged',
      (b) =>
        Buffer.concat([b.subarray(SEGMENT, 2 * SEGMENT), b.subarray(0, SEGMENT), b.subarray(2 * SEGMENT)]),
    ],
    ['removed at the end', (b) => b.subarray(0, 2 * SEGMENT)],
    ['removed in the middle', (b) => Buffer.concat([b.subarray(0, SEGMENT), b.subarray(2 * SEGMENT)])],
    ['repeated', (b) => Buffer.concat([b.subarray(0, SEGMENT), b])],
    ['extended', (b) => Buffer.concat([b, Buffer.alloc(40)])],
    ['cut within', (b) => b.subarray(0, 100_000)],
    ['modified in the middle', (b) => b.fill(0, 100_000, 100_001)],
  ]
  it.each(damages)('that were %s are noticed before the first byte', async (_, damage) => {
    const sealed = await write(Buffer.alloc(200_000, 5))
    writeFileSync(pathOf(sealed.file), damage(readFileSync(pathOf(sealed.file))))
    const files = open()
    expect(await files.open(sealed)).toBeUndefined()
    expect(await files.read(sealed)).toBeUndefined()
    expect(unreadable).toEqual([sealed.file])
  })

  it('are read for any range', async () => {
    const content = randomBytes(200_000)
    const sealed = await write(content)
    const positions = [0, 1, 65_535, 65_536, 65_537, 131_072, 199_999, 200_000]
    for (const start of positions) {
      for (const end of positions.filter((position) => position > start)) {
        const opened = await open().open(sealed, { start, end })
        expect((await joined(opened)).equals(content.subarray(start, end))).toBe(true)
      }
    }
    expect(await open().open(sealed, { start: 200_000 })).toMatchObject({ range: undefined, bytes: 200_000 })
    expect(await joined(await open().open(sealed, { last: 5 }))).toEqual(content.subarray(-5))
    expect((await joined(await open().open(sealed, { last: 900_000 }))).equals(content)).toBe(true)
  })
})

describe('in an object store', () => {
  it('checks the ends of a file before its first byte, and the rest while it is read', async () => {
    const fake = await startS3()
    const access = {
      bucket: fake.bucket,
      prefix: '',
      endpoint: fake.url,
      region: 'us-east-1',
      isPathStyle: undefined,
    }
    const client = new S3Client({ ...access, ...fake.credentials })
    const files = createSealedFiles(createS3Store(client, 'files'), () => Buffer.alloc(32, 7), {
      unreadable: (file) => unreadable.push(file),
    })
    const content = randomBytes(300_000)
    const sealed = await files.write(Readable.from([content]))
    expect((await joined(await files.open(sealed))).equals(content)).toBe(true)
    const [key, stored] = [...fake.objects][0] ?? []
    if (key === undefined || !stored) throw new Error('Nothing was stored.')
    const put = (timeMs: number) => {
      const modified = Buffer.from(stored.content)
      modified[timeMs] = (modified[timeMs] ?? 0) ^ 1
      fake.objects.set(key, { ...stored, content: modified })
    }
    for (const at of [5, 299_990]) {
      put(at)
      expect(await files.open(sealed)).toBeUndefined()
    }
    put(150_000)
    await expect(joined(await files.open(sealed))).rejects.toThrow('The sealed file is damaged')
    expect(await files.read(sealed)).toBeUndefined()
    expect((await joined(await files.open(sealed, { start: 0, end: 60_000 }))).length).toBe(60_000)
    expect(unreadable).toEqual([sealed.file])
    await client.close()
    await fake.close()
  })
})

describe('an opened file', () => {
  it.each([0, 1, 65_536, 300_001])('has its %i bytes, in parts', async (length) => {
    const content = randomBytes(length)
    const opened = await open().open(await write(content))
    const chunks: Uint8Array[] = []
    for await (const chunk of opened?.content ?? []) chunks.push(chunk)
    expect(opened?.bytes).toBe(length)
    expect(Buffer.concat(chunks).equals(content)).toBe(true)
    expect(Math.max(0, ...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(65_536)
  })

  it('is undefined if it is missing', async () => {
    expect(await open().open({ file: 'none', salt: '' })).toBeUndefined()
  })

  it('is not available if its last byte was modified, or it was cut off, before its first byte is sent', async () => {
    const sealed = await write(randomBytes(300_000))
    const bytes = readFileSync(pathOf(sealed.file))
    bytes[bytes.length - 20] = (bytes.at(-20) ?? 0) ^ 1
    writeFileSync(pathOf(sealed.file), bytes)
    expect(await open().open(sealed)).toBeUndefined()
    truncateSync(pathOf(sealed.file), 5)
    expect(await open().open(sealed)).toBeUndefined()
    expect(unreadable).toEqual([sealed.file, sealed.file])
  })
})
