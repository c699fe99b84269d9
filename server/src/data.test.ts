import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runDataCommand } from '#db/fixtures/run-data-command.ts'
import { openDatabase } from '#db/open.ts'
import type { Database } from '#db/schema.ts'

/** Each command is a process, on a machine that runs other tests. */
vi.setConfig({ testTimeout: 30_000 })

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'vee-data-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const inFolder = (...path: string[]) => join(directory, ...path)

const run = (settings: Readonly<Record<string, string>>, ...args: string[]) =>
  runDataCommand(directory, settings, args)

async function withDatabase<R>(folder: string, work: (database: Database) => Promise<R>): Promise<R> {
  mkdirSync(inFolder(folder), { recursive: true })
  const database = await openDatabase(inFolder(folder, 'vee.db'), () => 1)
  try {
    return await work(database)
  } finally {
    await database.destroy()
  }
}

const reply = {
  owner: 'session:ann',
  reply_id: 'r1',
  ended_at: 1,
  events: '[{"type":"chunk","content":"会議"}]',
}
const writeReply = (database: Database) => database.insertInto('replies').values(reply).execute()
const readReplies = (database: Database) => database.selectFrom('replies').selectAll().execute()

describe('a backup of the embedded database', () => {
  it('restores everything, readable by its owner only', async () => {
    await withDatabase('data', writeReply)
    expect(await run({}, 'backup', 'vee.backup')).toEqual([`Backed up to ${inFolder('vee.backup')}.\n`, 0])
    expect(statSync(inFolder('vee.backup')).mode & 0o777).toBe(0o600)
    const [output, code] = await run({ DATA_DIR: 'elsewhere' }, 'restore', 'vee.backup')
    expect([output, code]).toEqual([`Restored from ${inFolder('vee.backup')}.\n`, 0])
    expect(statSync(inFolder('elsewhere', 'vee.db')).mode & 0o777).toBe(0o600)
    expect(await withDatabase('elsewhere', readReplies)).toEqual([reply])
  })

  it('contains what a running server has written', async () => {
    await withDatabase('data', async (database) => {
      await writeReply(database)
      expect((await run({}, 'backup', 'vee.backup'))[1]).toBe(0)
    })
    await run({ DATA_DIR: 'elsewhere' }, 'restore', 'vee.backup')
    expect(await withDatabase('elsewhere', readReplies)).toEqual([reply])
  })

  it('never overwrites a file', async () => {
    await withDatabase('data', writeReply)
    writeFileSync(inFolder('taken'), 'dear')
    expect(await run({}, 'backup', 'taken')).toEqual([
      `${inFolder('taken')} is there already; choose another name.\n`,
      1,
    ])
    expect(statSync(inFolder('taken')).size).toBe(4)
  })

  it('is never restored over existing data', async () => {
    await withDatabase('data', writeReply)
    await run({}, 'backup', 'vee.backup')
    const [output, code] = await run({}, 'restore', 'vee.backup')
    expect([output, code]).toEqual([expect.stringContaining('is there already; stop the server'), 1])
    expect(await withDatabase('data', readReplies)).toEqual([reply])
  })

  it('must be a complete backup', async () => {
    writeFileSync(inFolder('no-backup'), 'Dear diary, '.repeat(500))
    const [output, code] = await run({}, 'restore', 'no-backup')
    expect([output, code]).toEqual([expect.stringMatching(/^\S+ is no backup of Vee's .+\n$/), 1])
    expect(existsSync(inFolder('data', 'vee.db'))).toBe(false)
  })
})

it.each([
  [['backup', 'x'], /^There is no \S+vee\.db to back up\.\n$/],
  [['restore', 'x'], /^There is no \S+x to restore\.\n$/],
  [['move-to-postgres'], /^Set DATABASE_URL to the database to move into\.\n$/],
  [['backup'], /^That is no command\./],
  [[], /^That is no command\./],
])('explains in one sentence why %j is not possible', async (args, sentence) => {
  expect(await run({}, ...args)).toEqual([expect.stringMatching(sentence), 1])
})

it('prints its usage', async () => {
  const [output, code] = await run({}, '--help')
  expect([output, code]).toEqual([expect.stringContaining('move-to-postgres'), 0])
})
