import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Database } from '../../schema.ts'
import { foldForSearch } from '@vee/contract/text/search-fold'
import { likePattern } from '../like-pattern.ts'
import { isPostgres } from '../../write-transaction.ts'

/**
 * The trigram index of SQLite requires this many characters, but many Chinese and Japanese words have two.
 */
const INDEXED_LENGTH = 3
/**
 * A term in at least this many messages of all users is found faster by reading the caller's own messages,
 * the newest first.
 */
const MIN_COMMON_MATCHES = 2_000
/** A term whose messages the index needs longer to name, in ms, is read likewise: one that repeats a character, for example. */
const MAX_LOOKUP_MS = 10

/**
 * Returns a condition on `conversations`: the word occurs in the title or in a message of the user's
 * conversation, as `foldForSearch` compares them.
 */
export async function conversationContains(
  database: Database,
  userId: string,
  word: string,
): Promise<RawBuilder<SqlBool>> {
  const term = foldForSearch(word)
  const inTitle = textContains(database, sql`coalesce(conversations.search_title, conversations.title)`, term)
  const isIndexed = !isPostgres(database) && (await isRareOnSqlite(database, term))
  const inMessages = isIndexed
    ? sql<SqlBool>`conversations.id in (
        select messages.conversation_id from messages
        where messages.user_id = ${userId} and messages.deleted_at is null and messages.row_id in
          (select rowid from messages_search where messages_search match ${phrase(term)}))`
    : sql<SqlBool>`exists (
        select 1 from messages
        where messages.user_id = ${userId} and messages.conversation_id = conversations.id
          and messages.deleted_at is null
          and ${textContains(database, sql`coalesce(messages.search_text, messages.content)`, term)})`
  return sql<SqlBool>`(${inTitle} or ${inMessages})`
}

/** Returns a condition on `messages`: the word occurs in the message. */
export const messageContains = (database: Database, word: string): RawBuilder<SqlBool> =>
  textContains(database, sql`coalesce(messages.search_text, messages.content)`, foldForSearch(word))

async function isRareOnSqlite(database: Database, term: string): Promise<boolean> {
  if (Array.from(term).length < INDEXED_LENGTH) return false
  const rows = database
    .selectFrom(sql<object>`messages_search`.as('index'))
    .select(sql<number>`rowid`.as('rowid'))
    .where(sql<SqlBool>`messages_search match ${phrase(term)}`)
    .stream()
  const startedAt = performance.now()
  let count = 0
  for await (const _ of rows) {
    count += 1
    if (count >= MIN_COMMON_MATCHES || performance.now() - startedAt > MAX_LOOKUP_MS) return false
  }
  return true
}

/** Quotes a term, so that it contains no operators of the index's query language. */
const phrase = (term: string) => `"${term.replaceAll('"', '""')}"`

function textContains(database: Database, column: RawBuilder<unknown>, term: string): RawBuilder<SqlBool> {
  // SQLite's LIKE ignores the case of A to Z, which is all that is stored unfolded.
  const like = sql.raw(isPostgres(database) ? 'ilike' : 'like')
  return sql<SqlBool>`${column} ${like} ${likePattern(term)} escape '\\'`
}
