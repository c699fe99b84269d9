import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Schema } from '../schema.ts'
import { sqliteDialect } from '../sqlite.ts'
import { labelsOfConversations } from './0048-labels-of-conversations.ts'
import { migrations } from './index.ts'

it('takes titles that begin like the first question for its words, and all others for those of a person', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'vee-migration-'))
  const database = new Kysely<Schema>({ dialect: sqliteDialect(join(directory, 'vee.db')) })
  try {
    for (const migration of migrations.slice(0, migrations.indexOf(labelsOfConversations)))
      await migration.up(database.schema, database)
    await sql`insert into users (id, email, password_hash, plan_id, subscription_status, terms_accepted_at, created_at)
      values ('ann', 'ann@example.org', '', 'free', 'active', 0, 0)`.execute(database)
    const insert = async (id: string, title: string, ...questions: readonly string[]) => {
      await sql`insert into conversations (user_id, id, agent_id, title, archived, last_position, created_at, updated_at)
        values ('ann', ${id}, 'v_agent', ${title}, 0, 9, 0, 0)`.execute(database)
      for (const [index, content] of questions.entries())
        await sql`insert into messages
          (user_id, conversation_id, position, id, role, content, agent_id, created_at, details)
          values ('ann', ${id}, ${index + 1}, ${`q${index}`}, 'user', ${content}, null, 1, '{}')`.execute(
          database,
        )
    }
    await insert('cut', 'Why does the boiler…', 'Why does   the boiler\nknock at night?', 'And now?')
    await insert('renamed', 'Boiler', 'Why does it knock?')
    await insert('later', 'And now?', 'Why does it knock?', 'And now?')
    await insert('empty', 'Kept')
    // More than one batch.
    for (let number = 0; number < 600; number++) await insert(`many-${number}`, 'Same', 'Same words')

    await labelsOfConversations.up(database.schema, database)

    const rows = await database
      .selectFrom('conversations')
      .select(['id', 'title_source', 'pinned_at', 'unread'])
      .execute()
    const sources = new Map(rows.map(({ id, title_source }) => [id, title_source]))
    expect(['cut', 'renamed', 'later', 'empty'].map((id) => sources.get(id))).toEqual([
      'first-words',
      'person',
      'person',
      'person',
    ])
    const many = rows.filter(({ id }) => id.startsWith('many-'))
    expect(new Set(many.map(({ title_source }) => title_source))).toEqual(new Set(['first-words']))
    expect(rows.every(({ pinned_at, unread }) => pinned_at === null && unread === 0)).toBe(true)
    await database
      .insertInto('conversation_tags')
      .values({ user_id: 'ann', conversation_id: 'cut', tag: 'Home', tag_key: 'home' })
      .execute()
    await database.deleteFrom('conversations').where('id', '=', 'cut').execute()
    expect(await database.selectFrom('conversation_tags').selectAll().execute()).toEqual([])
  } finally {
    await database.destroy()
    rmSync(directory, { recursive: true })
  }
})
