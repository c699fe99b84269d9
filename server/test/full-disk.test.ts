import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#db/open.ts'
import { isWritable, databaseProbe } from '#db/queries/health.ts'
import type { Database } from '#db/schema.ts'
import { type ServerApp, createApp } from '#app.ts'
import { readSettings } from '#settings/settings.ts'

let directory: string
let database: Database
let app: ServerApp
let url: string
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'vee-full-'))
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Vee</title>')
  database = await openDatabase(join(directory, 'vee.db'), Date.now)
  app = await createApp({
    settings: readSettings({ PORT: '0', LOCAL_PROVIDERS: 'off', LOG_LEVEL: 'silent' }),
    database,
    passphrase: 'quiet harbour',
    webDirectory: directory,
    searchPath: '',
    now: Date.now,
  })
  url = await app.listen()
})
afterEach(async () => {
  await app.stop()
  await database.destroy()
  rmSync(directory, { recursive: true })
})

const signIn = () =>
  fetch(`${url}/api/auth/global`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'quiet harbour' }),
  })

/** Fills every page and allows no new ones, so that SQLite returns the error for a full disk. */
async function fill(): Promise<void> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database)
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(database)
}

describe('a database without space', () => {
  it('handles requests that need no write, and returns an error for the others', async () => {
    const token = ((await (await signIn()).json()) as { token: string }).token
    await fill()
    const seen = await fetch(`${url}/api/auth`, { headers: { authorization: `Bearer ${token}` } })
    expect(seen.status).toBe(200)
    let refused: Response
    do refused = await signIn()
    while (refused.status === 200)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await refused.json()).toMatchObject({ error: 'UNAVAILABLE' })
  })
})

describe('a database that another program has locked', () => {
  it('does not delay requests without writes, and returns an error after two seconds', async () => {
    const other = new DatabaseSync(join(directory, 'vee.db'))
    other.exec('begin immediate')
    const writing = signIn()
    const before = performance.now()
    expect((await fetch(`${url}/api/health`)).status).toBe(200)
    const waited = performance.now() - before
    const response = await writing
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect((await fetch(`${url}/api/ready`)).status).toBe(503)
    // The lock's timeout blocked the server's thread for five seconds per statement.
    expect(waited).toBeLessThan(2_000)
    other.exec('rollback')
    other.close()
    expect((await signIn()).status).toBe(200)
  })

  it('does the work when the lock is released in time', async () => {
    const other = new DatabaseSync(join(directory, 'vee.db'))
    other.exec('begin immediate')
    const writing = signIn()
    await fetch(`${url}/api/health`)
    other.exec('rollback')
    other.close()
    expect((await writing).status).toBe(200)
  })
})

it('is probed by a write, once in five seconds', async () => {
  let offset = 0
  const probe = databaseProbe(database, () => offset)
  expect(await probe()).toBe(true)
  const other = new DatabaseSync(join(directory, 'vee.db'))
  other.exec('begin immediate')
  expect(await probe()).toBe(true)
  offset = 5_000
  expect(await probe()).toBe(false)
  other.exec('rollback')
  other.close()
  expect(await isWritable(database)).toBe(true)
})
