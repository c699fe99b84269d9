import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { prepareDataDir } from './data-dir.ts'
import { explainDataFailure } from './explain.ts'
import { StartFailure } from '#lib/start-failure.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'vee-explain-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const sentenceAbout = async (attempt: () => unknown) => {
  try {
    await attempt()
  } catch (error) {
    return (explainDataFailure(error, '/data') as Error).message
  }
  return undefined
}

describe('an error of the data directory', () => {
  it('reports a file in its place', async () => {
    const file = join(directory, 'file')
    writeFileSync(file, '')
    const sentence = 'DATA_DIR (/data) is not a folder; put that right or choose another folder.'
    expect(await sentenceAbout(() => prepareDataDir(file))).toBe(sentence)
    expect(await sentenceAbout(() => prepareDataDir(join(file, 'below')))).toBe(sentence)
  })

  it('reports a file system without support for folders', async () => {
    expect(await sentenceAbout(() => prepareDataDir('/proc/vee/data'))).toContain('cannot be made there')
  })

  it('reports that vee.db is not a database', async () => {
    const file = join(directory, 'vee.db')
    writeFileSync(file, 'Dear diary, '.repeat(500))
    expect(await sentenceAbout(() => openDatabase(file, () => 1))).toContain(
      'holds a vee.db that is no database',
    )
  })

  it.each([
    ['EROFS', 'is on a read-only disk'],
    ['ENOSPC', 'is on a disk that is full'],
    ['EACCES', 'may not be written to by this user'],
  ])('explains %s', async (code, words) => {
    const error = Object.assign(new Error('raw words of the system'), { code })
    const sentence = await sentenceAbout(() => Promise.reject(error))
    expect(sentence).toContain(words)
    expect(sentence).not.toContain('raw words')
  })

  it.each([
    [13, 'is on a disk that is full'],
    [8 | (4 << 8), 'holds a database that may not be written to'],
    [11, 'holds a damaged database'],
  ])('explains code %i of SQLite', async (errcode, words) => {
    const error = Object.assign(new Error('raw'), { code: 'ERR_SQLITE_ERROR', errcode })
    expect(await sentenceAbout(() => Promise.reject(error))).toContain(words)
  })
})

it('does not handle unrelated errors', () => {
  const fault = new TypeError('a fault of ours')
  const failure = new StartFailure('already a sentence')
  expect(explainDataFailure(fault, '/data')).toBe(fault)
  expect(explainDataFailure(failure, '/data')).toBe(failure)
})
