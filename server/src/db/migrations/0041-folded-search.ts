import { sql } from 'kysely'
import { foldForSearch, storedSearchText } from '@vee/contract/text/search-fold'
import type { Database } from '../schema.ts'
import { isPostgres } from '../write-transaction.ts'
import type { Migration } from './migration.ts'

/** Rows that are folded at once. */
const BATCH = 500

/**
 * Searches compare folded texts (`foldForSearch`). Messages and titles get theirs beside them, where it differs from
 * what the database compares by itself; those of meetings are folded in place.
 */
export const foldedSearch: Migration = {
  name: '0041-folded-search',
  async up(schema, database) {
    await schema.alterTable('messages').addColumn('search_text', 'text').execute()
    await schema.alterTable('conversations').addColumn('search_title', 'text').execute()
    await (isPostgres(database) ? indexOnPostgres(database) : indexOnSqlite(database))
    await foldTitles(database)
    await foldMessages(database)
    await foldMeetings(database)
  },
}

/** The row number and the text of a message, for the index. */
const entry = (row: 'new' | 'old') => `${row}.row_id, coalesce(${row}.search_text, ${row}.content)`

/** The update trigger indexes a message again that gets a folded text. */
async function indexOnSqlite(database: Database): Promise<void> {
  const add = `insert into messages_search (rowid, content) values (${entry('new')});`
  const remove = `insert into messages_search (messages_search, rowid, content) values ('delete', ${entry('old')});`
  for (const statement of [
    'drop trigger messages_search_insert',
    'drop trigger messages_search_delete',
    'drop trigger messages_search_update',
    `create trigger messages_search_insert after insert on messages begin ${add} end`,
    `create trigger messages_search_delete after delete on messages begin ${remove} end`,
    `create trigger messages_search_update after update of content, search_text on messages begin ${remove} ${add} end`,
  ]) {
    await sql.raw(statement).execute(database)
  }
}

async function indexOnPostgres(database: Database): Promise<void> {
  await sql`savepoint before_search`.execute(database)
  try {
    await sql`drop index if exists messages_search`.execute(database)
    await sql`create index messages_search on messages
      using gin (coalesce(search_text, content) gin_trgm_ops)`.execute(database)
  } catch {
    // Without the extension the search reads the caller's own rows.
    await sql`rollback to savepoint before_search`.execute(database)
  }
  await sql`release savepoint before_search`.execute(database)
}

async function foldTitles(database: Database): Promise<void> {
  const { rows } = await sql<{ user_id: string; id: string; title: string }>`
    select user_id, id, title from conversations`.execute(database)
  for (const { user_id, id, title } of rows) {
    const folded = storedSearchText(title)
    if (folded === null) continue
    await sql`update conversations set search_title = ${folded}
      where user_id = ${user_id} and id = ${id}`.execute(database)
  }
}

interface MessageKey {
  readonly user_id: string
  readonly conversation_id: string
  readonly position: number
}

async function foldMessages(database: Database): Promise<void> {
  let after: MessageKey = { user_id: '', conversation_id: '', position: 0 }
  for (;;) {
    const { rows } = await sql<MessageKey & { content: string }>`
      select user_id, conversation_id, position, content from messages
      where (user_id, conversation_id, position) > (${after.user_id}, ${after.conversation_id}, ${after.position})
      order by user_id, conversation_id, position limit ${BATCH}`.execute(database)
    for (const { user_id, conversation_id, position, content } of rows) {
      const folded = storedSearchText(content)
      if (folded === null) continue
      await sql`update messages set search_text = ${folded}
        where user_id = ${user_id} and conversation_id = ${conversation_id} and position = ${position}`.execute(
        database,
      )
    }
    const last = rows.at(-1)
    if (!last) return
    after = last
  }
}

async function foldMeetings(database: Database): Promise<void> {
  await foldColumns(database, 'meetings', ['title_key', 'participants_key', 'tags_key'])
  await foldColumns(database, 'meeting_texts', ['search_text'])
}

async function foldColumns(database: Database, table: string, columns: readonly string[]): Promise<void> {
  let [userId, id] = ['', '']
  for (;;) {
    const { rows } = await sql<Readonly<Record<string, string>>>`
      select user_id, id, ${sql.raw(columns.join(', '))} from ${sql.table(table)}
      where (user_id, id) > (${userId}, ${id}) order by user_id, id limit ${BATCH}`.execute(database)
    for (const row of rows) {
      for (const column of columns) {
        const folded = foldForSearch(row[column] ?? '')
        if (folded === row[column]) continue
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${folded}
          where user_id = ${row['user_id']} and id = ${row['id']}`.execute(database)
      }
    }
    const last = rows.at(-1)
    if (!last) return
    ;[userId, id] = [last['user_id'] ?? '', last['id'] ?? '']
  }
}
