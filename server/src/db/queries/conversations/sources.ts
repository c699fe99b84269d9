import type { Database, Schema } from '../../schema.ts'
import type { ConversationSourcesTable, ReplySourcesTable } from '../../tables/sources.ts'
import { inWriteTransaction } from '../../write-transaction.ts'

/** The conversation of an owner, stored or not. */
export interface SourcesKey {
  readonly owner: string
  readonly conversationId: string
}

/** A source without its number, which the conversation assigns. */
export type NewSource = Omit<ConversationSourcesTable, 'number' | 'owner' | 'conversation_id'>

/** Sources of one owner whose texts are stored; the texts of older ones are deleted, and their quotes stay. */
const TEXTS_PER_OWNER = 500

const sourcesIn = (database: Database, { owner, conversationId }: SourcesKey) =>
  database
    .selectFrom('conversation_sources')
    .where('owner', '=', owner)
    .where('conversation_id', '=', conversationId)

/** Returns the sources of a conversation, the newest first. */
export const listSources = (
  database: Database,
  key: SourcesKey,
  limit: number,
): Promise<readonly ConversationSourcesTable[]> =>
  sourcesIn(database, key).selectAll().orderBy('fetched_at', 'desc').orderBy('id').limit(limit).execute()

/** Highest number that a caller's own copy of a conversation may have given. */
const MAX_TAKEN = 9_999

/** A number that the caller's own copy of the conversation has given to a source. */
interface TakenNumber {
  readonly refKey: string
  readonly number: number
}

/**
 * Stores a source and returns its row: the same text of the same address again is the stored row, and another text has the number of
 * its address. Otherwise the number follows the highest of the conversation, `taken` included. Concurrent replies
 * never assign one number twice.
 */
export function addSource(
  database: Database,
  key: SourcesKey,
  source: NewSource,
  taken: readonly TakenNumber[] = [],
): Promise<ConversationSourcesTable> {
  return inWriteTransaction(database, `sources of ${key.owner}`, async (transaction) => {
    const stored = await sourcesIn(transaction, key)
      .select(['id', 'number', 'ref_key', 'hash', 'text'])
      .orderBy('number')
      .execute()
    const same = stored.filter(({ ref_key: refKey }) => refKey === source.ref_key)
    const equal = same.find(
      ({ hash, text }) => hash === source.hash && (text !== null || source.text === null),
    )
    if (equal)
      return sourcesIn(transaction, key).selectAll().where('id', '=', equal.id).executeTakeFirstOrThrow()
    const countable = taken.filter(({ number }) => number <= MAX_TAKEN)
    const numbers = [...stored, ...countable].map(({ number }) => number)
    const number =
      same[0]?.number ??
      countable.find(({ refKey }) => refKey === source.ref_key)?.number ??
      numbers.reduce((highest, current) => Math.max(highest, current), 0) + 1
    const row = { ...source, number, owner: key.owner, conversation_id: key.conversationId }
    await transaction
      .insertInto('conversation_sources')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await dropOldTexts(transaction, key.owner)
    return row
  })
}

async function dropOldTexts(transaction: Database, owner: string): Promise<void> {
  const oldest = await transaction
    .selectFrom('conversation_sources')
    .select('id')
    .where('owner', '=', owner)
    .where('text', 'is not', null)
    .orderBy('fetched_at', 'desc')
    .offset(TEXTS_PER_OWNER)
    .limit(TEXTS_PER_OWNER)
    .execute()
  if (oldest.length === 0) return
  await transaction
    .updateTable('conversation_sources')
    .set({ text: null })
    .where('owner', '=', owner)
    .where(
      'id',
      'in',
      oldest.map(({ id }) => id),
    )
    .execute()
}

/** Stores what a reply quotes of its sources; the same reply again replaces it. */
export async function storeReplySources(
  database: Database,
  rows: readonly ReplySourcesTable[],
): Promise<void> {
  if (rows.length === 0) return
  await database
    .insertInto('reply_sources')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(['owner', 'reply_id', 'source_id'])
        .doUpdateSet((set) => ({ quotes: set.ref('excluded.quotes') })),
    )
    .execute()
}

/** Returns the text and the quotes of a source of a reply; undefined if the owner has no such reply or source. */
export const findReplySource = (
  database: Database,
  {
    owner,
    replyId,
    sourceId,
  }: { readonly owner: string; readonly replyId: string; readonly sourceId: string },
): Promise<Pick<ConversationSourcesTable & ReplySourcesTable, 'text' | 'quotes'> | undefined> =>
  database
    .selectFrom('reply_sources')
    .leftJoin('conversation_sources', (join) =>
      join
        .onRef('conversation_sources.owner', '=', 'reply_sources.owner')
        .onRef('conversation_sources.id', '=', 'reply_sources.source_id'),
    )
    .select(['conversation_sources.text', 'reply_sources.quotes'])
    .where('reply_sources.owner', '=', owner)
    .where('reply_sources.reply_id', '=', replyId)
    .where('reply_sources.source_id', '=', sourceId)
    .executeTakeFirst()

const TABLES = ['conversation_sources', 'reply_sources'] as const satisfies readonly (keyof Schema)[]

/** Moves the sources of a visitor's conversation to the member who imports it. */
export async function moveSources(
  database: Database,
  { owner, conversationId }: SourcesKey,
  newOwner: string,
): Promise<void> {
  await inWriteTransaction(database, `sources of ${newOwner}`, async (transaction) => {
    const isTaken = await sourcesIn(transaction, { owner: newOwner, conversationId })
      .select('id')
      .executeTakeFirst()
    if (isTaken) return
    for (const table of TABLES)
      await transaction
        .updateTable(table)
        .set({ owner: newOwner })
        .where('owner', '=', owner)
        .where('conversation_id', '=', conversationId)
        .execute()
  })
}

/** Deletes the sources of conversations that are not stored on the server, read before a time in milliseconds since 1970. */
export async function purgeSources(database: Database, before: number): Promise<void> {
  await inWriteTransaction(database, 'purge of sources', async (transaction) => {
    for (const [table, column] of [
      ['conversation_sources', 'fetched_at'],
      ['reply_sources', 'created_at'],
    ] as const)
      await transaction
        .deleteFrom(table)
        .where(column, '<', before)
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('conversations')
                .select('conversations.id')
                .whereRef('conversations.user_id', '=', `${table}.owner`)
                .whereRef('conversations.id', '=', `${table}.conversation_id`),
            ),
          ),
        )
        .execute()
  })
}
