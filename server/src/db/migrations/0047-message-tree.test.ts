import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Schema } from '../schema.ts'
import { sqliteDialect } from '../sqlite.ts'
import { messageTree } from './0047-message-tree.ts'
import { migrations } from './index.ts'

it('gives each message the one before it as its parent, and makes versions of replies messages beside them', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'vee-migration-'))
  const database = new Kysely<Schema>({ dialect: sqliteDialect(join(directory, 'vee.db')) })
  try {
    for (const migration of migrations.slice(0, migrations.indexOf(messageTree)))
      await migration.up(database.schema, database)
    await sql`insert into users (id, email, password_hash, plan_id, subscription_status, terms_accepted_at, created_at)
      values ('ann', 'ann@example.org', '', 'free', 'active', 0, 0)`.execute(database)
    await sql`insert into conversations (user_id, id, agent_id, title, archived, last_position, created_at, updated_at)
      values ('ann', 'c1', 'v_agent', 'Ships', 0, 9, 0, 0), ('ann', 'empty', 'v_agent', '', 0, 0, 0, 0)`.execute(
      database,
    )
    const details = JSON.stringify({
      model: 'two',
      // A text that looks like the field.
      name: '"alternatives":',
      version: 2,
      alternatives: [
        { id: 'r1', content: 'Größe', timestamp: '2026-01-02T03:04:05.000Z', model: 'one' },
        { id: 'q2', content: 'The id of another', timestamp: 'never', costUsd: 0.1 },
      ],
    })
    await sql`insert into messages (user_id, conversation_id, position, id, role, content, agent_id, created_at, details)
      values ('ann', 'c1', 2, 'q1', 'user', 'One', null, 1, '{}'),
        ('ann', 'c1', 4, 'r2', 'assistant', 'Two', 'v_agent', 2, ${details}),
        ('ann', 'c1', 5, 'q2', 'user', 'And?', null, 3, '{}')`.execute(database)

    await messageTree.up(database.schema, database)

    const rows = await database
      .selectFrom('messages')
      .select(['position', 'id', 'parent_id', 'on_path', 'content', 'agent_id', 'created_at', 'details'])
      .orderBy('position')
      .execute()
    expect(rows.map(({ details: json, ...row }) => ({ ...row, details: JSON.parse(json) }))).toEqual([
      {
        position: 2,
        id: 'q1',
        parent_id: null,
        on_path: 1,
        content: 'One',
        agent_id: null,
        created_at: 1,
        details: {},
      },
      {
        position: 4,
        id: 'r2',
        parent_id: 'q1',
        on_path: 1,
        content: 'Two',
        agent_id: 'v_agent',
        created_at: 2,
        details: { model: 'two', name: '"alternatives":' },
      },
      {
        position: 5,
        id: 'q2',
        parent_id: 'r2',
        on_path: 1,
        content: 'And?',
        agent_id: null,
        created_at: 3,
        details: {},
      },
      {
        position: 10,
        id: 'r1',
        parent_id: 'q1',
        on_path: 0,
        content: 'Größe',
        agent_id: 'v_agent',
        created_at: Date.UTC(2026, 0, 2, 3, 4, 5),
        details: { model: 'one' },
      },
      {
        position: 11,
        id: 'q2.10',
        parent_id: 'q1',
        on_path: 0,
        content: 'The id of another',
        agent_id: 'v_agent',
        created_at: 2,
        details: { costUsd: 0.1 },
      },
    ])
    const conversations = await database
      .selectFrom('conversations')
      .select(['id', 'leaf_id', 'last_position'])
      .orderBy('id')
      .execute()
    expect(conversations).toEqual([
      { id: 'c1', leaf_id: 'q2', last_position: 11 },
      { id: 'empty', leaf_id: null, last_position: 0 },
    ])
  } finally {
    await database.destroy()
    rmSync(directory, { recursive: true })
  }
})
