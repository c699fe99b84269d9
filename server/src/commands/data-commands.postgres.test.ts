import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEmptyTestDatabase, createTestDatabase, type TestDatabase } from '#db/fixtures/test-database.ts'
import { openDatabase } from '#db/open.ts'
import { databaseAge } from '#db/database-age.ts'
import type { Database } from '#db/schema.ts'
import { runDataCommand } from './data-commands.ts'
import { runInFolder } from './run-in-folder.fixture.ts'

let directory: string
let testDatabase: TestDatabase
let empty: TestDatabase
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'vee-data-'))
  testDatabase = await createTestDatabase()
  empty = await createEmptyTestDatabase()
})
afterEach(async () => {
  await Promise.all([testDatabase.remove(), empty.remove()])
  rmSync(directory, { recursive: true })
})

const run = (settings: Readonly<Record<string, string>>, ...args: string[]) =>
  runInFolder(runDataCommand, { cwd: directory, env: settings, args })

const user = (number: number) => ({
  id: `u${number}`,
  email: `${number}@example.org`,
  password_hash: 'hash',
  display_name: number % 2 ? 'Ann 会議' : null,
  plan_id: 'free' as const,
  subscription_status: 'active' as const,
  plan_override: null,
  disabled_at: null,
  renews_at: null,
  terms_accepted_at: Date.UTC(2026, 10, 21),
  created_at: Date.UTC(2026, 10, 21) + number,
})
const users = Array.from({ length: 1_201 }, (_, number) => user(number))
const reset = { token_hash: 't', user_id: 'u7', expires_at: 9 }

async function fill(database: Database): Promise<void> {
  for (let from = 0; from < users.length; from += 500)
    await database
      .insertInto('users')
      .values(users.slice(from, from + 500))
      .execute()
  await database.insertInto('password_resets').values(reset).execute()
}
const contents = async (database: Database) => [
  await database.selectFrom('users').selectAll().orderBy('created_at').execute(),
  await database.selectFrom('password_resets').selectAll().execute(),
]

it('backs up and restores', async () => {
  await fill(await testDatabase.open())
  expect(await run(testDatabase.settings, 'backup', 'vee.dump')).toEqual([
    expect.stringMatching(/^Backed up/),
    0,
  ])
  expect(statSync(join(directory, 'vee.dump')).mode & 0o777).toBe(0o600)
  expect(await run(empty.settings, 'restore', 'vee.dump')).toEqual([expect.stringMatching(/^Restored/), 0])
  expect(await contents(await empty.open())).toEqual([users, [reset]])
})

it('never overwrites existing data', async () => {
  await testDatabase.open()
  expect((await run(testDatabase.settings, 'backup', 'vee.dump'))[1]).toBe(0)
  expect(await run(testDatabase.settings, 'restore', 'vee.dump')).toEqual([
    'The database at DATABASE_URL holds data of Vee already; make an empty one first.\n',
    1,
  ])
})

it('moves an embedded database, once', async () => {
  mkdirSync(join(directory, 'data'))
  const embedded = await openDatabase(join(directory, 'data', 'vee.db'), () => 1_000)
  await fill(embedded)
  await embedded.destroy()
  const [output, code] = await run(testDatabase.settings, 'move-to-postgres')
  expect([output, code]).toEqual([expect.stringMatching(/^Moved 1202 rows\. /), 0])
  expect(await contents(await testDatabase.open())).toEqual([users, [reset]])
  // Files that are older than the new database are still its own.
  expect((await databaseAge(await testDatabase.open())).createdAt).toBe(1_000)
  expect(await run(testDatabase.settings, 'move-to-postgres')).toEqual([
    'The database at DATABASE_URL holds data of Vee already; make an empty one first.\n',
    1,
  ])
})
