import { strToU8, unzipSync, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { type RandomAccess, readZipDirectory, readZipEntry, ZipError } from './read-zip.ts'
import { writeZip, type ZipInput } from './write-zip.ts'

const LIMITS = { entries: 100, bytes: 10_000_000 }

async function zipOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  async function* inputs(): AsyncGenerator<ZipInput> {
    for (const [name, text] of Object.entries(files))
      yield {
        name,
        content: (async function* () {
          yield text
        })(),
      }
  }
  return collect(writeZip(inputs(), new Date('2026-11-28T20:15:31Z')))
}

async function collect(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const accessTo = (bytes: Uint8Array): RandomAccess => ({
  bytes: bytes.length,
  async *read(start, end) {
    // In pieces, as a file comes.
    for (let index = start; index < end; index += 7) yield bytes.subarray(index, Math.min(index + 7, end))
  },
})

async function contentsOf(bytes: Uint8Array, limits = LIMITS): Promise<Record<string, string>> {
  const file = accessTo(bytes)
  const contents: Record<string, string> = {}
  for (const entry of (await readZipDirectory(file, limits)).values()) {
    contents[entry.name] = (await collect(readZipEntry(file, entry))).toString()
  }
  return contents
}

const reasonOf = (bytes: Uint8Array, limits = LIMITS) =>
  contentsOf(bytes, limits).then(
    () => 'none',
    (error: unknown) => (error instanceof ZipError ? error.reason : error),
  )

const FILES = { 'manifest.json': '{}', 'files/größe.txt': 'é'.repeat(30_000), 'empty.txt': '' }

it('writes what other programs read', async () => {
  const read = unzipSync(await zipOf(FILES))
  expect(Object.keys(read)).toEqual(Object.keys(FILES))
  expect(Buffer.from(read['files/größe.txt'] ?? []).toString()).toBe(FILES['files/größe.txt'])
})

it('reads what it writes, and what others do: stored, packed, in folders, with a comment', async () => {
  expect(await contentsOf(await zipOf(FILES))).toEqual(FILES)
  const other = zipSync(
    { a: { b: strToU8('stored') }, c: [strToU8('packed '.repeat(100)), { level: 9 }] },
    { level: 0 },
  )
  expect(await contentsOf(other)).toEqual({ 'a/b': 'stored', c: 'packed '.repeat(100) })
})

it('tells a damaged zip, a short one, and what is none', async () => {
  const zip = await zipOf(FILES)
  expect(await reasonOf(zip.subarray(0, zip.length - 30))).toBe('damaged')
  expect(await reasonOf(Buffer.from('{"conversations":[]}'))).toBe('no-zip')
  expect(await reasonOf(new Uint8Array(0))).toBe('no-zip')
  const flipped = Buffer.from(zip)
  // In the content of the first file, after its header and name.
  flipped[44] = (flipped[44] ?? 0) ^ 0xff
  expect(await reasonOf(flipped)).toBe('damaged')
})

it('refuses what is more than announced, or more than it takes', async () => {
  const zip = await zipOf({ 'bomb.json': '0'.repeat(1_000_000) })
  expect(await reasonOf(zip, { entries: 100, bytes: 999_999 })).toBe('too-large')
  expect(await reasonOf(await zipOf(FILES), { entries: 2, bytes: 10_000_000 })).toBe('too-large')
  const lying = Buffer.from(zip)
  // The size in the directory, whose header is before the end of 22 bytes and the name of 9.
  lying.writeUInt32LE(10, lying.length - 22 - 9 - 46 + 24)
  expect(await reasonOf(lying)).toBe('damaged')
})

it('refuses two files of one name', async () => {
  const zip = await zipOf({ aa: '1', ab: '2' })
  const twice = Buffer.from(zip.toString('latin1').replaceAll('ab', 'aa'), 'latin1')
  expect(await reasonOf(twice)).toBe('damaged')
})

async function* lostFile(): AsyncGenerator<ZipInput> {
  yield {
    name: 'lost.bin',
    content: (async function* () {
      yield 'a'
      throw new Error('The file is lost.')
    })(),
  }
}

it('fails with what its files fail with', async () => {
  await expect(collect(writeZip(lostFile(), new Date(0)))).rejects.toThrow('The file is lost.')
})
