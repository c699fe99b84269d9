import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Schema } from '../schema.ts'
import { sqliteDialect } from '../sqlite.ts'
import { meetingTexts } from './0014-meeting-texts.ts'
import { migrations } from './index.ts'

it('migrates meetings with every field', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'vee-migration-'))
  const database = new Kysely<Schema>({ dialect: sqliteDialect(join(directory, 'vee.db')) })
  try {
    for (const migration of migrations.slice(0, migrations.indexOf(meetingTexts))) {
      await migration.up(database.schema, database)
    }
    await sql`insert into users (id, email, password_hash, plan_id, subscription_status, terms_accepted_at, created_at)
      values ('ann', 'ann@example.org', '', 'free', 'active', 0, 0)`.execute(database)
    const details = {
      participants: ['Ann'],
      quickNotes: 'maps',
      transcript: 'We go.',
      summary: 'x',
      actionItems: [{ id: 'a' }],
      tags: ['Plan', '会議'],
    }
    // More than one batch.
    await sql`insert into meetings
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 120)
      select 'ann', 'm' || n, 'Harbour', 'harbour', '2026-03-01', 0, 0, 0, 0, 1, 'ann', 'all words',
        ${JSON.stringify(details)}, '{}', null from numbers`.execute(database)
    await meetingTexts.up(database.schema, database)
    const rows = await database.selectFrom('meetings').selectAll().execute()
    expect(rows).toHaveLength(120)
    expect(rows[119]).toMatchObject({
      title: 'Harbour',
      participants: '["Ann"]',
      tags: '["Plan","会議"]',
      tags_key: '\nplan\n\n会議\n',
      action_items: '[{"id":"a"}]',
    })
    expect(rows[0]).not.toHaveProperty('details')
    const texts = await database.selectFrom('meeting_texts').selectAll().execute()
    expect(texts).toHaveLength(120)
    expect(texts[7]).toMatchObject({ search_text: 'all words', proof: '{}' })
    expect(JSON.parse(texts[7]?.details ?? '')).toEqual({
      quickNotes: 'maps',
      transcript: 'We go.',
      summary: 'x',
    })
  } finally {
    await database.destroy()
    rmSync(directory, { recursive: true })
  }
})
