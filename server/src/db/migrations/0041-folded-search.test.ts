import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { conversationContains } from '../queries/conversations/message-search.ts'
import type { Schema } from '../schema.ts'
import { sqliteDialect } from '../sqlite.ts'
import { foldedSearch } from './0041-folded-search.ts'
import { migrations } from './index.ts'

it('folds what was stored before, and finds it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'vee-migration-'))
  const database = new Kysely<Schema>({ dialect: sqliteDialect(join(directory, 'vee.db')) })
  try {
    for (const migration of migrations.slice(0, migrations.indexOf(foldedSearch))) {
      await migration.up(database.schema, database)
    }
    await sql`insert into users (id, email, password_hash, plan_id, subscription_status, terms_accepted_at, created_at)
      values ('ann', 'ann@example.org', '', 'free', 'active', 0, 0)`.execute(database)
    await sql`insert into conversations (user_id, id, agent_id, title, archived, last_position, created_at, updated_at)
      values ('ann', 'c1', 'v_agent', 'Zürich', 0, 1200, 0, 0)`.execute(database)
    // More than one batch.
    await sql`insert into messages (user_id, conversation_id, position, id, role, content, created_at, details)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1200)
      select 'ann', 'c1', n, 'm' || n, 'user', case when n = 1100 then 'It’s in Łódź' else 'plain' end, 0, '{}'
      from numbers`.execute(database)
    await sql`insert into meetings (user_id, id, title, title_key, meeting_date, meeting_at, created_at, updated_at,
        archived, open_action_items, participants_key, tags_key)
      values ('ann', 'm1', 'Zürich', 'zürich', '2026-03-01', 0, 0, 0, 0, 0, 'jürgen', '\nplän\n')`.execute(
      database,
    )
    await sql`insert into meeting_texts (user_id, id, search_text, details, proof)
      values ('ann', 'm1', 'größe', '{}', '{}')`.execute(database)

    for (const migration of migrations.slice(migrations.indexOf(foldedSearch)))
      await migration.up(database.schema, database)

    const holds = async (word: string) =>
      (
        await database
          .selectFrom('conversations')
          .select('id')
          .where(await conversationContains(database, 'ann', word))
          .execute()
      ).length === 1
    expect(await Promise.all(['zurich', "it's", 'LODZ', 'łó', 'plain', 'other'].map(holds))).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ])
    const folded = await database
      .selectFrom('messages')
      .select('id')
      .where('search_text', 'is not', null)
      .execute()
    expect(folded).toEqual([{ id: 'm1100' }])
    expect(
      await database.selectFrom('meetings').select(['title_key', 'participants_key', 'tags_key']).execute(),
    ).toEqual([{ title_key: 'zurich', participants_key: 'jurgen', tags_key: '\nplan\n' }])
    expect(await database.selectFrom('meeting_texts').select('search_text').execute()).toEqual([
      { search_text: 'grosse' },
    ])
    // A deleted message leaves nothing in the index.
    await database.deleteFrom('messages').where('id', '=', 'm1100').execute()
    expect(await holds('lodz')).toBe(false)
  } finally {
    await database.destroy()
    rmSync(directory, { recursive: true })
  }
})
