import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSealedFiles } from './sealed-files.ts'

let directory: string
let unreadable: string[]
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'vee-sealed-'))
  unreadable = []
})
afterEach(() => rmSync(directory, { recursive: true }))

const open = (secret: () => Buffer = () => Buffer.alloc(32, 7)) =>
  createSealedFiles(directory, secret, (file) => unreadable.push(file))
const write = () => open().write(Readable.from([Buffer.from('a plan of the harbour')]))
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
