import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '#db/open.ts'
import type { Database } from '#db/schema.ts'
import { createApp, type ServerApp } from '#app.ts'
import { readSettings } from '#settings/settings.ts'
import { explainDataFailure } from '#start/explain.ts'

const MEGABYTE = 1024 * 1024

let directory: string
let file: string
let database: Database
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'vee-damaged-'))
  file = join(directory, 'vee.db')
  database = await openDatabase(file, Date.now)
})
afterEach(() => rmSync(directory, { recursive: true }))

/** Stores settings of the host with `megabytes` together, which are not in SQLite's log any more. */
async function fill(megabytes: number): Promise<void> {
  for (let index = 0; index < megabytes; index += 1) {
    await sql`insert into host_settings (name, value, updated_at) values (${`filler-${index}`}, ${'x'.repeat(MEGABYTE)}, 1)`.execute(
      database,
    )
  }
  await sql`pragma wal_checkpoint(truncate)`.execute(database)
}

/** Overwrites all but the first and the last megabyte. */
function damage(): void {
  const descriptor = openSync(file, 'r+')
  for (let index = MEGABYTE; index < statSync(file).size - MEGABYTE; index += MEGABYTE)
    writeSync(descriptor, Buffer.alloc(MEGABYTE, 0xff), 0, MEGABYTE, index)
  closeSync(descriptor)
}

it('with a damaged database a server does not start', async () => {
  await fill(4)
  await database.destroy()
  damage()
  const error = await openDatabase(file, Date.now).catch((reason: unknown) => reason)
  expect(explainDataFailure(error, directory)).toMatchObject({
    message: expect.stringContaining('holds a damaged database; restore a backup of vee.db'),
  })
})

it('a large damaged database is found while the server runs', async () => {
  await fill(36)
  await database.destroy()
  damage()
  database = await openDatabase(file, Date.now)
  const app = await start()
  await expect.poll(() => statusOf(app, '/api/ready'), { timeout: 20_000 }).toBe(503)
  await app.app.stop()
  await database.destroy()
}, 40_000)

it('pages that are damaged while the server runs are answered as unavailable', async () => {
  await fill(8)
  const running = await start()
  expect(await statusOf(running, '/api/ready')).toBe(200)
  damage()
  const error = await sql`select sum(length(cast(value as blob))), max(value) from host_settings`
    .execute(database)
    .catch((reason: unknown) => reason)
  expect(error).toMatchObject({ errcode: 11 })
  await expect.poll(() => statusOf(running, '/api/ready'), { timeout: 20_000 }).toBe(503)
  expect(await statusOf(running, '/api/health')).toBe(200)
  await running.app.stop()
  await database.destroy()
}, 40_000)

interface Running {
  readonly app: ServerApp
  readonly url: string
}

async function start(): Promise<Running> {
  const app = await createApp({
    settings: readSettings({ PORT: '0', LOCAL_PROVIDERS: 'off', LOG_LEVEL: 'silent', DATA_DIR: directory }),
    database,
    passphrase: 'quiet harbour',
    webDirectory: directory,
    searchPath: '',
    now: Date.now,
  })
  return { app, url: await app.listen() }
}

const statusOf = async ({ url }: Running, path: string) => (await fetch(`${url}${path}`)).status
