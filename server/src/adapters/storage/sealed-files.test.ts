import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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

describe('an opened file', () => {
  it.each([0, 1, 65_536, 300_001])('has its %i bytes, in parts', async (length) => {
    const content = randomBytes(length)
    const opened = await open().open(await write(content))
    const parts: Uint8Array[] = []
    for await (const part of opened?.content ?? []) parts.push(part)
    expect(opened?.bytes).toBe(length)
    expect(Buffer.concat(parts).equals(content)).toBe(true)
    expect(Math.max(0, ...parts.map((part) => part.length))).toBeLessThanOrEqual(65_536)
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
