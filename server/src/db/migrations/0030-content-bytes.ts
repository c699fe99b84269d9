import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Stores the size of each conversation and meeting, so that a member's quota can be computed without reading
 * their texts.
 */
export const contentBytes: Migration = {
  name: '0030-content-bytes',
  async up(schema, database) {
    for (const table of ['conversations', 'meetings']) {
      await schema
        .alterTable(table)
        .addColumn('bytes', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
    }
    await sql`
      update conversations set bytes = coalesce((
        select sum(octet_length(messages.content) + octet_length(messages.details)) from messages
        where messages.user_id = conversations.user_id and messages.conversation_id = conversations.id
      ), 0)`.execute(database)
    await sql`
      update meetings set bytes = octet_length(action_items) + octet_length(participants) + octet_length(tags) + coalesce((
        select octet_length(meeting_texts.search_text) + octet_length(meeting_texts.details) + octet_length(meeting_texts.proof)
        from meeting_texts where meeting_texts.user_id = meetings.user_id and meeting_texts.id = meetings.id
      ), 0)`.execute(database)
  },
}
