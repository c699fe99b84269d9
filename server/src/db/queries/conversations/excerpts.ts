import { sql } from 'kysely'
import type { Database } from '../../schema.ts'
import { messageContains } from './message-search.ts'

/** Text of a message that is read for an excerpt, in characters: longer ones match later or not at all. */
const READ_LENGTH = 50_000

/** A message in which a term of a search occurs. */
export interface MatchingMessage {
  readonly id: string
  readonly content: string
}

/**
 * Returns the newest message of a conversation that holds most of the terms, one of the shown path before others; undefined if only the title
 * matches.
 */
export async function findMatchingMessage(
  database: Database,
  userId: string,
  conversationId: string,
  terms: readonly string[],
): Promise<MatchingMessage | undefined> {
  const conditions = terms.map((term) => messageContains(database, term))
  const hits = sql<number>`${sql.join(
    conditions.map((condition) => sql`(case when ${condition} then 1 else 0 end)`),
    sql` + `,
  )}`
  return database
    .selectFrom('messages')
    .select(['id', sql<string>`substr(content, 1, ${sql.lit(READ_LENGTH)})`.as('content')])
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .where('deleted_at', 'is', null)
    .where((where) => where.or(conditions))
    .orderBy(hits, 'desc')
    .orderBy('on_path', 'desc')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
}
