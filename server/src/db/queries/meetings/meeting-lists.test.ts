import { type CompiledQuery, Kysely, sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../open.ts'
import type { Database, Schema } from '../../schema.ts'
import { sqliteDialect } from '../../sqlite.ts'
import { eachOpenMeeting, eachTags } from './meeting-batches.ts'
import { type MeetingFilter, type MeetingPageQuery, selectMeetingPage } from './meeting-lists.ts'

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

/** Returns the plans of all queries of `run`, in their order. */
async function plansOf(run: () => Promise<unknown>): Promise<readonly string[]> {
  queries.length = 0
  await run()
  const plans: string[] = []
  for (const query of queries.splice(0)) {
    const plan = await database.executeQuery<{ detail: string }>({
      ...query,
      sql: `explain query plan ${query.sql}`,
    })
    plans.push(plan.rows.map(({ detail }) => detail).join('\n'))
  }
  return plans
}

const newest = {
  column: 'meeting_at',
  direction: 'desc',
  after: undefined,
  limit: 50,
  isBrief: true,
} as const
const read = (query: Partial<MeetingPageQuery> = {}) =>
  selectMeetingPage(database, EVERYTHING, { ...newest, maxBytes: 4_000_000, ...query })
const BY_KEY = /SEARCH meetings USING INDEX \S+ \(user_id=\? AND id=\?\)/

it('reads the newest meetings from their index, without sorting or reading a text', async () => {
  const [sizes, rows] = await plansOf(() => read())
  expect(sizes).toContain('meetings_by_date')
  expect(sizes).not.toContain('TEMP B-TREE')
  expect(rows).toMatch(BY_KEY)
  expect(`${sizes}${rows}`).not.toContain('meeting_texts')
})

it('continues after a page without reading earlier ones', async () => {
  const after = { value: 2_500, id: 'm2500' }
  const { rows, end } = await read({ after })
  expect(rows.map(({ id }) => id).slice(0, 2)).toEqual(['m2499', 'm2498'])
  expect(end).toEqual({ value: 2_450, id: 'm2450' })
  expect((await plansOf(() => read({ after })))[0]).not.toContain('TEMP B-TREE')
})

it('reads only the texts of a page, and only if requested', async () => {
  const [sizes, rows] = await plansOf(() => read({ isBrief: false }))
  expect(sizes).toContain('meetings_by_date')
  expect(sizes).toMatch(/SEARCH meeting_texts USING INDEX \S+ \(user_id=\? AND id=\?\)/)
  expect(sizes).not.toContain('TEMP B-TREE')
  expect(rows).toMatch(BY_KEY)
  expect(rows).toMatch(/SEARCH meeting_texts USING INDEX \S+ \(user_id=\? AND id=\?\)/)
})

it.each(['title_key', 'open_action_items', 'updated_at', 'created_at'] as const)(
  'sorts by %s without a text',
  async (column) => {
    const plans = await plansOf(() => read({ column }))
    expect(plans).toHaveLength(2)
    expect(plans.join()).not.toContain('meeting_texts')
  },
)

it('finds open action items and tags in batches, newest first, without reading a text', async () => {
  const owners = { userId: 'ann', isShared: false }
  const ids: string[] = []
  const [sizes, rows, more] = await plansOf(async () => {
    for await (const { id } of eachOpenMeeting(database, owners)) ids.push(id)
  })
  expect(ids).toEqual(Array.from({ length: MEETINGS / 2 }, (_, index) => `m${MEETINGS - 1 - 2 * index}`))
  expect(sizes).toContain('meetings_by_date')
  expect(rows).toMatch(BY_KEY)
  expect(more).toMatch(/meetings_by_date \(user_id=\? AND meeting_at<\?\)/)
  expect(`${sizes}${rows}${more}`).not.toContain('meeting_texts')
  let count = 0
  for await (const tags of eachTags(database, owners)) count += tags.length
  expect(count).toBe(0)
})
