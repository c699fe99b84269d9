import { sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { Migration } from './migration.ts'

/** Meetings per batch. */
const BATCH = 100

/**
 * Rows of a meeting list have a few hundred bytes. The transcript, of two hours and more, moves to a separate
 * table that only a search and an open meeting read.
 */
export const meetingTexts: Migration = {
  name: '0014-meeting-texts',
  async up(schema, database) {
    await schema
      .createTable('meeting_texts')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('search_text', 'text', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('proof', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('meeting_texts_key', ['user_id', 'id'])
      .addForeignKeyConstraint(
        'meeting_texts_of_meeting',
        ['user_id', 'id'],
        'meetings',
        ['user_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await sql`insert into meeting_texts (user_id, id, search_text, details, proof)
      select user_id, id, search_text, details, proof from meetings`.execute(database)
    for (const column of ['participants', 'tags', 'action_items']) {
      await schema
        .alterTable('meetings')
        .addColumn(column, 'text', (added) => added.notNull().defaultTo('[]'))
        .execute()
    }
    await schema
      .alterTable('meetings')
      .addColumn('tags_key', 'text', (added) => added.notNull().defaultTo(''))
      .execute()
    await takeApart(database)
    for (const column of ['search_text', 'details', 'proof']) {
      await schema.alterTable('meetings').dropColumn(column).execute()
    }
  },
}

interface Details {
  readonly participants: readonly string[]
  readonly tags: readonly string[]
  readonly actionItems: readonly unknown[]
}

async function takeApart(database: Database): Promise<void> {
  for (let offset = 0; ; offset += BATCH) {
    const { rows } = await sql<{ user_id: string; id: string; details: string }>`
      select user_id, id, details from meeting_texts order by user_id, id limit ${BATCH} offset ${offset}`.execute(
      database,
    )
    for (const row of rows) {
      const { participants, tags, actionItems, ...texts } = JSON.parse(row.details) as Details
      await sql`update meetings set
          participants = ${JSON.stringify(participants)},
          tags = ${JSON.stringify(tags)},
          tags_key = ${tags.map((tag) => `\n${tag.normalize('NFKC').toLowerCase()}\n`).join('')},
          action_items = ${JSON.stringify(actionItems)}
        where user_id = ${row.user_id} and id = ${row.id}`.execute(database)
      await sql`update meeting_texts set details = ${JSON.stringify(texts)}
        where user_id = ${row.user_id} and id = ${row.id}`.execute(database)
    }
    if (rows.length < BATCH) return
  }
}
