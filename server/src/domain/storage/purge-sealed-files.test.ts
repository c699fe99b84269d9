import { DAY_MS, HOUR_MS } from '@vee/contract/time/durations'
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import type { Database } from '#db/schema.ts'
import { startS3 } from '../../../../fakes/s3/index.ts'
import { S3Client } from '#adapters/storage/s3/s3-client.ts'
import { createS3Store } from '#adapters/storage/s3/s3-store.ts'
import { createFolderStore } from '#adapters/storage/folder-store.ts'
import { createSealedFiles, type SealedFiles } from '#adapters/storage/sealed-files.ts'
import { createPeople } from '../organizations/fixtures/people.ts'
import { type PurgedFiles, purgeSealedFiles } from './purge-sealed-files.ts'

const NOTHING: PurgedFiles = { discarded: 0, restored: 0, deleted: 0, left: 0 }

let database: Database
let directory: string
let files: SealedFiles
let clock: number
/** the files that rows name */
let named: Set<string>

beforeEach(async () => {
  database = await openTestDatabase()
  directory = mkdtempSync(join(tmpdir(), 'vee-purge-'))
  files = createSealedFiles(createFolderStore(directory), () => Buffer.alloc(32, 7))
  clock = Date.now()
  named = new Set()
  await setDatabaseAge(30 * DAY_MS)
})
afterEach(async () => {
  rmSync(directory, { recursive: true })
})

const setDatabaseAge = (ms: number) =>
  sql`update schema_migrations set applied_at = ${clock - ms}`.execute(database)
const addMember = () => createPeople(database, Date.now).person('hana')
const purge = () =>
  purgeSealedFiles({
    database,
    files,
    knownFiles: async (_, some) => new Set(some.filter((file) => named.has(file))),
    now: clock,
  })

async function seal(ageMs: number) {
  const sealed = await files.write(Readable.from([Buffer.from('a plan')]))
  const at = (clock - ageMs) / 1_000
  utimesSync(join(directory, sealed.file), at, at)
  return sealed
}

it('moves a file without a row to the bin, and deletes it a week later', async () => {
  await addMember()
  const { file } = await seal(2 * HOUR_MS)
  expect(await purge()).toEqual({ ...NOTHING, discarded: 1 })
  expect(readdirSync(join(directory, 'bin'))).toEqual([file])
  clock += 7 * DAY_MS - 1_000
  expect(await purge()).toEqual(NOTHING)
  clock += 2_000
  expect(await purge()).toEqual({ ...NOTHING, deleted: 1 })
  expect(readdirSync(directory)).toEqual([])
})

it('leaves files alone that a row names, or that may belong to an upload in progress', async () => {
  await addMember()
  named.add((await seal(2 * HOUR_MS)).file)
  await seal(HOUR_MS / 2)
  expect(await purge()).toEqual(NOTHING)
})

it('brings a file back from the bin when its row is back, and when it is read', async () => {
  await addMember()
  const [first, second] = [await seal(2 * HOUR_MS), await seal(2 * HOUR_MS)]
  await purge()
  named.add(first.file)
  expect(await purge()).toEqual({ ...NOTHING, restored: 1 })
  expect((await files.read(first))?.toString()).toBe('a plan')
  expect((await files.read(second))?.toString()).toBe('a plan')
  expect(readdirSync(join(directory, 'bin'))).toEqual([])
})

it('deletes nothing on the word of a database that is younger than the files', async () => {
  await addMember()
  const old = await seal(2 * DAY_MS)
  await setDatabaseAge(DAY_MS)
  expect(await purge()).toEqual({ ...NOTHING, left: 1 })
  expect((await files.read(old))?.toString()).toBe('a plan')
})

it('deletes nothing on the word of an empty database, not even from the bin', async () => {
  await addMember()
  await seal(2 * HOUR_MS)
  await purge()
  await sql`delete from users`.execute(database)
  await seal(2 * HOUR_MS)
  clock += 8 * DAY_MS
  expect(await purge()).toEqual({ ...NOTHING, left: 1 })
  expect(readdirSync(join(directory, 'bin'))).toHaveLength(1)
})

it('deletes what an aborted write left', async () => {
  await seal(0)
  // A file of a server that was killed.
  const draft = join(directory, 'a.draft')
  writeFileSync(draft, 'half')
  const at = (clock - 2 * HOUR_MS) / 1_000
  utimesSync(draft, at, at)
  await purge()
  expect(existsSync(draft)).toBe(false)
  expect(readdirSync(directory)).toHaveLength(1)
})

it('keeps the same rules in an object store, by the age of files and not by that of their move', async () => {
  await addMember()
  const fake = await startS3()
  const client = new S3Client({
    bucket: fake.bucket,
    prefix: '',
    endpoint: fake.url,
    region: 'us-east-1',
    ...fake.credentials,
    isPathStyle: undefined,
  })
  files = createSealedFiles(createS3Store(client, 'attachments'), () => Buffer.alloc(32, 7))
  const put = async (ageMs: number) => {
    const { file } = await files.write(Readable.from([Buffer.from('a plan')]))
    const key = `attachments/${file}`
    const stored = fake.objects.get(key)
    if (!stored) throw new Error('Nothing was stored.')
    const created = { 'x-amz-meta-created': String(clock - ageMs) }
    // It was moved to the store two hours ago.
    fake.objects.set(key, {
      ...stored,
      modifiedAt: clock - 2 * HOUR_MS,
      headers: { ...stored.headers, ...created },
    })
    return file
  }
  const [listed, unknown, older] = [await put(3 * HOUR_MS), await put(3 * HOUR_MS), await put(60 * DAY_MS)]
  named.add(listed)
  expect(await purge()).toEqual({ ...NOTHING, discarded: 1, left: 1 })
  const keys = () => new Set(fake.objects.keys())
  const left = [`attachments/${listed}`, `attachments/${older}`]
  expect(keys()).toEqual(new Set([...left, `bin/attachments/${unknown}.${clock}`]))
  clock += 7 * DAY_MS - 1_000
  expect(await purge()).toEqual({ ...NOTHING, left: 1 })
  clock += 2_000
  expect(await purge()).toEqual({ ...NOTHING, left: 1, deleted: 1 })
  expect(keys()).toEqual(new Set(left))
  await client.close()
  await fake.close()
})
