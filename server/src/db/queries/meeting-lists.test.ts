import { type CompiledQuery, Kysely, sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../open.ts'
import type { Database, Schema } from '../schema.ts'
import { sqliteDialect } from '../sqlite.ts'
import { selectMeetingRows, type MeetingFilter, openMeetings } from './meeting-lists.ts'

// The cost of a list of 5,000 meetings is what it reads; SQLite's query plan shows that.

const MEETINGS = 5_000
const EVERYTHING: MeetingFilter = {
  userId: 'ann',
  ids: undefined,
  terms: [],
  from: undefined,
  to: undefined,
  participant: undefined,
  tag: undefined,
  archived: false,
  isShared: false,
}

let directory: string
let database: Database
const queries: CompiledQuery[] = []

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'vee-list-'))
  const file = join(directory, 'vee.db')
  await (await openDatabase(file, Date.now)).destroy()
  database = new Kysely<Schema>({
    dialect: sqliteDialect(file),
    log({ query }) {
      queries.push(query)
    },
  })
  await sql`insert into users (id, email, password_hash, plan_id, subscription_status, terms_accepted_at, created_at)
    values ('ann', 'ann@example.org', '', 'free', 'active', 0, 0)`.execute(database)
  await sql`insert into meetings
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${MEETINGS})
    select 'ann', 'm' || n, 'Title ' || n, 'title ' || n, '2026-03-01', n, n, n, 0, n % 2, 'ann', null,
      '["Ann"]', '[]', '[]', '', 3000 from numbers`.execute(database)
  await sql`insert into meeting_texts
    select user_id, id, 'words', ${JSON.stringify({ transcript: 'words '.repeat(500) })}, '{}' from meetings`.execute(
    database,
  )
})
afterAll(async () => {
  await database.destroy()
  rmSync(directory, { recursive: true })
})

async function planOf(run: () => Promise<unknown>): Promise<string> {
  queries.length = 0
  await run()
  const [query] = queries
  if (!query) throw new Error('nothing was asked')
  const plan = await database.executeQuery<{ detail: string }>({
    ...query,
    sql: `explain query plan ${query.sql}`,
  })
  return plan.rows.map(({ detail }) => detail).join('\n')
}

const newest = { column: 'meeting_at', direction: 'desc', after: undefined, limit: 51 } as const

it('reads the newest meetings from their index, without sorting or reading a text', async () => {
  const plan = await planOf(() => selectMeetingRows(database, EVERYTHING, { ...newest, isBrief: true }))
  expect(plan).toContain('meetings_by_date')
  expect(plan).not.toContain('TEMP B-TREE')
  expect(plan).not.toContain('meeting_texts')
})

it('continues after a page without reading earlier ones', async () => {
  const after = { value: 2_500, id: 'm2500' }
  const rows = await selectMeetingRows(database, EVERYTHING, { ...newest, after, isBrief: true })
  expect(rows.map(({ id }) => id).slice(0, 2)).toEqual(['m2499', 'm2498'])
  expect(
    await planOf(() => selectMeetingRows(database, EVERYTHING, { ...newest, after, isBrief: true })),
  ).not.toContain('TEMP B-TREE')
})

it('reads only the texts of a page, and only if requested', async () => {
  const plan = await planOf(() => selectMeetingRows(database, EVERYTHING, { ...newest, isBrief: false }))
  expect(plan).toContain('meetings_by_date')
  expect(plan).toMatch(/SEARCH meeting_texts USING INDEX \S+ \(user_id=\? AND id=\?\)/)
  expect(plan).not.toContain('TEMP B-TREE')
})

it.each(['title_key', 'open_action_items', 'updated_at', 'created_at'] as const)(
  'sorts by %s without a text',
  async (column) => {
    const plan = await planOf(() =>
      selectMeetingRows(database, EVERYTHING, { ...newest, column, isBrief: true }),
    )
    expect(plan).not.toContain('meeting_texts')
  },
)

it('finds open action items without reading a text', async () => {
  expect(await openMeetings(database, { userId: 'ann', isShared: false })).toHaveLength(MEETINGS / 2)
  expect(await planOf(() => openMeetings(database, { userId: 'ann', isShared: false }))).not.toContain(
    'meeting_texts',
  )
})
