import { sql } from 'kysely'
import type { Database } from '../schema.ts'
import { isPostgres } from '../write-transaction.ts'
import type { Migration } from './migration.ts'

export const conversations: Migration = {
  name: '0006-conversations',
  async up(schema, database) {
    await schema
      .createTable('conversations')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('agent_id', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('archived', 'integer', (column) => column.notNull())
      .addColumn('last_position', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('deleted_at', 'bigint')
      .addPrimaryKeyConstraint('conversations_key', ['user_id', 'id'])
      .execute()
    await schema
      .createIndex('conversations_by_age')
      .on('conversations')
      .columns(['user_id', 'updated_at', 'id'])
      .execute()
    await schema.createIndex('conversations_by_deletion').on('conversations').column('deleted_at').execute()
    await schema
      .createTable('messages')
      // A row number chosen by SQLite may change when the file is compacted, as in every backup.
      .addColumn('row_id', 'integer', (column) => (isPostgres(database) ? column : column.primaryKey()))
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('conversation_id', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('agent_id', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull())
      .addUniqueConstraint('messages_places', ['user_id', 'conversation_id', 'position'])
      .addUniqueConstraint('messages_ids', ['user_id', 'conversation_id', 'id'])
      .addForeignKeyConstraint(
        'messages_of_conversation',
        ['user_id', 'conversation_id'],
        'conversations',
        ['user_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await (isPostgres(database) ? indexOnPostgres(database) : indexOnSqlite(database))
  },
}

/** Trigrams need no word boundaries, so that Chinese, Japanese and Korean are found too. */
async function indexOnSqlite(database: Database): Promise<void> {
  for (const statement of [
    `create virtual table messages_search using fts5(content, content = 'messages', content_rowid = 'row_id', tokenize = 'trigram')`,
    `create trigger messages_search_insert after insert on messages begin
       insert into messages_search (rowid, content) values (new.row_id, new.content);
     end`,
    `create trigger messages_search_delete after delete on messages begin
       insert into messages_search (messages_search, rowid, content) values ('delete', old.row_id, old.content);
     end`,
    `create trigger messages_search_update after update of content on messages begin
       insert into messages_search (messages_search, rowid, content) values ('delete', old.row_id, old.content);
       insert into messages_search (rowid, content) values (new.row_id, new.content);
     end`,
  ]) {
    await sql.raw(statement).execute(database)
  }
}

/**
 * The search also works without the extension, by reading the caller's own rows; it does so if the extension
 * is missing or not allowed.
 */
async function indexOnPostgres(database: Database): Promise<void> {
  await sql`savepoint before_search`.execute(database)
  try {
    await sql`create extension if not exists pg_trgm`.execute(database)
    await sql`create index messages_search on messages using gin (content gin_trgm_ops)`.execute(database)
  } catch {
    await sql`rollback to savepoint before_search`.execute(database)
  }
  await sql`release savepoint before_search`.execute(database)
}
