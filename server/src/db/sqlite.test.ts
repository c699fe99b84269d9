import { fdatasync, fstatSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from './open.ts'
import { sqliteDialect } from './sqlite.ts'
import { inWriteTransaction } from './write-transaction.ts'
import type { Schema } from './schema.ts'

let directory: string
let file: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'vee-db-'))
  file = join(directory, 'vee.db')
})
afterEach(() => rmSync(directory, { recursive: true }))

it('is readable by its owner only, including side files', async () => {
  const database = await openDatabase(file, () => 1)
  const rights = readdirSync(directory).map((name) => [name, statSync(join(directory, name)).mode & 0o777])
  expect(Object.fromEntries(rights)).toEqual({ 'vee.db': 0o600, 'vee.db-shm': 0o600, 'vee.db-wal': 0o600 })
  await database.destroy()
})

it('is opened when another server that is creating it releases its lock', async () => {
  const other = new DatabaseSync(file)
  other.exec('begin exclusive')
  // The first attempt has failed when the call returns.
  const opening = openDatabase(file, () => 1)
  other.exec('commit')
  other.close()
  const database = await opening
  expect(await sql`select name from schema_migrations`.execute(database)).not.toMatchObject({ rows: [] })
  await database.destroy()
})

it('lets other events run between long statements of many callers', async () => {
  const database = await openDatabase(file, () => 1)
  const started = performance.now()
  let turnStarted = started
  let longestTurn = 0
  let isOver = false
  const onTurn = () => {
    longestTurn = Math.max(longestTurn, performance.now() - turnStarted)
    turnStarted = performance.now()
    if (!isOver) setImmediate(onTurn)
  }
  const count = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 30000)
    select count(*) as sum from n`
  setImmediate(onTurn)
  await Promise.all(Array.from({ length: 200 }, () => count.execute(database)))
  isOver = true
  onTurn()
  expect(longestTurn).toBeLessThan((performance.now() - started) / 4)
  await database.destroy()
})

it('has its search index merged and its log copied into the file by a thread', async () => {
  const database = await openDatabase(file, () => 1)
  const add = (id: number, content: string) =>
    sql`insert into messages (id, role, content, agent_id, created_at, details, user_id, conversation_id, position)
      values (${`m${id}`}, 'user', ${content}, 'v_agent', 1, '{}', 'ann', 'c', ${id})`.execute(database)
  await sql`pragma foreign_keys = off`.execute(database)
  for (let id = 0; id < 30; id += 1) await add(id, `Message ${id}`)
  await add(30, 'x'.repeat(5_000_000))
  const other = new DatabaseSync(file)
  const log = other.prepare('pragma wal_checkpoint(noop)')
  await expect.poll(() => log.get()?.['checkpointed']).toBeGreaterThan(1_200)
  const segments = other.prepare('select count(distinct segid) as count from messages_search_idx').get()
  expect(segments?.['count']).toBeLessThan(5)
  const readRows = other
    .prepare(`select rowid from messages_search where messages_search match '"sage 7"'`)
    .all()
  expect(readRows).toHaveLength(1)
  other.close()
  await database.destroy()
})

describe('a lock of another program', () => {
  it('delays writers alone: a read completes while six of them wait', async () => {
    const database = await openDatabase(file, () => 1)
    await sql`create table notes (text text not null) strict`.execute(database)
    const other = new DatabaseSync(file)
    other.exec("begin immediate; insert into notes values ('theirs')")
    const over: string[] = []
    const write = async (text: string) => {
      const insert = sql`insert into notes values (${text})`
      await (text < 'd'
        ? insert.execute(database)
        : inWriteTransaction(database, 'notes', (transaction) => insert.execute(transaction)))
      over.push(text)
    }
    const read = async () =>
      (await sql<{ text: string }>`select text from notes order by text`.execute(database)).rows
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const writing = Promise.all(names.map(write))
    expect(await read()).toEqual([])
    expect(over).toEqual([])
    other.exec('commit')
    other.close()
    await writing
    expect(over.toSorted()).toEqual(names)
    expect((await read()).map(({ text }) => text)).toEqual([...names, 'theirs'])
    await database.destroy()
  })

  it('rejects writers after two seconds, without a change', async () => {
    const database = await openDatabase(file, () => 1)
    await sql`create table notes (text text not null) strict`.execute(database)
    const other = new DatabaseSync(file)
    other.exec('begin immediate')
    const begun: number[] = []
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) =>
        inWriteTransaction(database, 'notes', async (transaction) => {
          begun.push(index)
          await sql`insert into notes values ('mine')`.execute(transaction)
        }),
      ),
    )
    expect(results.map(({ status }) => status)).toEqual(results.map(() => 'rejected'))
    expect(begun).toEqual([])
    other.exec('rollback')
    other.close()
    await sql`insert into notes values ('later')`.execute(database)
    expect((await sql`select text from notes`.execute(database)).rows).toEqual([{ text: 'later' }])
    await database.destroy()
  })
})

/** A disk whose syncs the test controls. */
function slowDisk() {
  const asked: (PromiseWithResolvers<void> & { readonly inode: number })[] = []
  const sync = (descriptor: number) => {
    const writer = { ...Promise.withResolvers<void>(), inode: fstatSync(descriptor).ino }
    asked.push(writer)
    return writer.promise
  }
  return { asked, sync }
}

describe('a commit', () => {
  let disk: ReturnType<typeof slowDisk>
  let database: Kysely<Schema>
  let over: string[]
  beforeEach(async () => {
    disk = slowDisk()
    let isSlow = false
    const sync = (descriptor: number) => (isSlow ? disk.sync(descriptor) : promisify(fdatasync)(descriptor))
    database = new Kysely<Schema>({ dialect: sqliteDialect(file, sync) })
    await sql`create table notes (text text not null) strict`.execute(database)
    isSlow = true
    over = []
  })
  afterEach(async () => {
    for (const { resolve } of disk.asked) resolve()
    await database.destroy()
  })

  const write = async (text: string) => {
    await inWriteTransaction(database, 'notes', (transaction) =>
      sql`insert into notes values (${text})`.execute(transaction),
    )
    over.push(text)
  }
  const read = async () => {
    const { rows } = await sql<{ text: string }>`select text from notes order by rowid`.execute(database)
    return rows.map(({ text }) => text)
  }

  it('completes when the log is on the disk, without delaying readers', async () => {
    const writing = write('one')
    await expect.poll(() => disk.asked.length).toBe(1)
    expect(disk.asked[0]?.inode).toBe(statSync(`${file}-wal`).ino)
    expect(await read()).toEqual(['one'])
    expect(over).toEqual([])
    disk.asked[0]?.resolve()
    await writing
    expect(disk.asked).toHaveLength(1)
  })

  it('during a sync waits for the next one, together with others', async () => {
    const first = write('one')
    await expect.poll(() => disk.asked.length).toBe(1)
    const others = [write('two'), write('three'), sql`insert into notes values ('four')`.execute(database)]
    await expect.poll(read).toEqual(['one', 'two', 'three', 'four'])
    expect(disk.asked).toHaveLength(1)
    disk.asked[0]?.resolve()
    await first
    await expect.poll(() => disk.asked.length).toBe(2)
    expect(over).toEqual(['one'])
    disk.asked[1]?.resolve()
    await Promise.all(others)
    expect(disk.asked).toHaveLength(2)
  })

  it('without required durability completes before the sync, and is on the disk with the next one', async () => {
    await inWriteTransaction(
      database,
      'notes',
      (transaction) => sql`insert into notes values ('one')`.execute(transaction),
      'soon',
    )
    expect(disk.asked).toHaveLength(0)
    const writing = write('two')
    await expect.poll(() => disk.asked.length).toBe(1)
    disk.asked[0]?.resolve()
    await writing
    expect(await read()).toEqual(['one', 'two'])
  })

  it('never completes after the disk failed, because the log may have a gap', async () => {
    const writing = write('one')
    await expect.poll(() => disk.asked.length).toBe(1)
    const meanwhile = write('two')
    disk.asked[0]?.reject(new Error('EIO'))
    await expect(writing).rejects.toThrow('EIO')
    await expect(meanwhile).rejects.toThrow('EIO')
    await expect(write('three')).rejects.toThrow('EIO')
    expect(await read()).toEqual(['one', 'two', 'three'])
    expect(disk.asked).toHaveLength(1)
  })

  it('is awaited when the database is closed', async () => {
    const writing = write('one')
    await expect.poll(() => disk.asked.length).toBe(1)
    const closing = database.destroy().then(() => over.push('closed'))
    disk.asked[0]?.resolve()
    await Promise.all([writing, closing])
    expect(over).toEqual(['one', 'closed'])
  })

  it('is processed one transaction after the other', async () => {
    const begun: string[] = []
    const transact = (name: string) =>
      inWriteTransaction(database, 'notes', async (transaction) => {
        begun.push(name)
        await sql`insert into notes values (${name})`.execute(transaction)
        begun.push(`${name} ends`)
      })
    const all = Promise.all([transact('a'), transact('b')])
    await expect.poll(() => begun).toEqual(['a', 'a ends', 'b', 'b ends'])
    for (const turn of [0, 1]) {
      await expect.poll(() => disk.asked.length).toBeGreaterThan(turn)
      disk.asked[turn]?.resolve()
    }
    await all
  })
})
