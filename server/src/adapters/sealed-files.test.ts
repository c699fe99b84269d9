import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSealedFiles } from './sealed-files.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'vee-sealed-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const SECRET = randomBytes(32)
const files = () => createSealedFiles(directory, () => SECRET)
const write = (content: Buffer) => files().write(Readable.from([content]))

describe('an opened file', () => {
  it.each([0, 1, 65_536, 300_001])('has its %i bytes, in parts', async (length) => {
    const content = randomBytes(length)
    const opened = await files().open(await write(content))
    const parts: Uint8Array[] = []
    for await (const part of opened?.content ?? []) parts.push(part)
    expect(opened?.bytes).toBe(length)
    expect(Buffer.concat(parts).equals(content)).toBe(true)
    expect(Math.max(0, ...parts.map((part) => part.length))).toBeLessThanOrEqual(65_536)
  })

  it('is undefined if it is missing', async () => {
    expect(await files().open({ file: 'none', salt: '' })).toBeUndefined()
  })

  it('is rejected before its first byte if its last one was modified, or cut off', async () => {
    const sealed = await write(randomBytes(300_000))
    const path = join(directory, sealed.file)
    const bytes = readFileSync(path)
    bytes[bytes.length - 20] = (bytes.at(-20) ?? 0) ^ 1
    writeFileSync(path, bytes)
    await expect(files().open(sealed)).rejects.toThrow('unable to authenticate')
    truncateSync(path, 5)
    await expect(files().open(sealed)).rejects.toThrow('too short')
  })
})
