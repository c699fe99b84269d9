import { sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { Migration } from './migration.ts'

/** Conversations whose titles are compared at once. */
const BATCH = 500

/** Pins, tags, the origin of titles, and whether a reply was not seen yet. */
export const labelsOfConversations: Migration = {
  name: '0048-labels-of-conversations',
  async up(schema, database) {
    const conversations = schema.alterTable('conversations')
    await conversations.addColumn('pinned_at', 'bigint').execute()
    await conversations
      .addColumn('title_source', 'text', (column) => column.notNull().defaultTo('person'))
      .execute()
    await conversations.addColumn('unread', 'integer', (column) => column.notNull().defaultTo(0)).execute()
    await schema
      .createTable('conversation_tags')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('conversation_id', 'text', (column) => column.notNull())
      .addColumn('tag', 'text', (column) => column.notNull())
      .addColumn('tag_key', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('conversation_tags_key', ['user_id', 'conversation_id', 'tag_key'])
      .addForeignKeyConstraint(
        'conversation_tags_of_conversation',
        ['user_id', 'conversation_id'],
        'conversations',
        ['user_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await schema
      .createIndex('conversation_tags_by_tag')
      .on('conversation_tags')
      .columns(['user_id', 'tag_key'])
      .execute()
    await markFirstWords(database)
  },
}

/** A title that begins like the first question was made of it; any other one counts as a person's. */
async function markFirstWords(database: Database): Promise<void> {
  let after = { user_id: '', id: '' }
  for (;;) {
    const { rows } = await sql<{ user_id: string; id: string; title: string; content: string | null }>`
      select user_id, id, title, (
        select content from messages
        where messages.user_id = conversations.user_id and messages.conversation_id = conversations.id and role = 'user'
        order by position limit 1
      ) as content
      from conversations where (user_id, id) > (${after.user_id}, ${after.id})
      order by user_id, id limit ${BATCH}`.execute(database)
    for (const { user_id, id, title, content } of rows) {
      const words = (content ?? '').replaceAll(/\s+/g, ' ').trim()
      if (!words.startsWith(title.replace(/…$/, ''))) continue
      await sql`update conversations set title_source = 'first-words'
        where user_id = ${user_id} and id = ${id}`.execute(database)
    }
    const last = rows.at(-1)
    if (!last) return
    after = last
  }
}
