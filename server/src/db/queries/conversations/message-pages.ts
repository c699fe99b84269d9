import { sql } from 'kysely'
import type { Database } from '../../schema.ts'
import type { ConversationKey, MessageRow } from './conversations.ts'
import { countThatFits } from '../count-that-fits.ts'
import { selectAllMessages } from './message-tree.ts'

export interface MessagePageQuery {
  /** only messages before this position; the newest messages without it */
  readonly before: number | undefined
  readonly limit: number
  /** UTF-8 bytes of all messages; a single message may exceed it */
  readonly maxBytes: number
}

interface MessagePage {
  /** oldest first */
  readonly rows: readonly MessageRow[]
  readonly hasOlder: boolean
}

/** Returns the newest messages of the shown path before a position. */
export async function readMessagePage(
  database: Database,
  key: ConversationKey,
  { before, limit, maxBytes }: MessagePageQuery,
): Promise<MessagePage> {
  let older = pathOf(database, key)
  if (before !== undefined) older = older.where('position', '<', before)
  const sizes = await older
    .select(['position', sql<number>`octet_length(content) + octet_length(details)`.as('bytes')])
    .orderBy('position', 'desc')
    .limit(limit + 1)
    .execute()
  const count = countThatFits(sizes.slice(0, limit), maxBytes)
  const first = sizes[count - 1]
  if (!first) return { rows: [], hasOlder: false }
  const rows = await rowsOf(older)
    .where('position', '>=', first.position)
    .orderBy('position', 'desc')
    .limit(count)
    .execute()
  return { rows: rows.toReversed(), hasOlder: sizes.length > count }
}

/** Returns the messages of the shown path after a position, oldest first; all of them without a limit. */
export function readMessagesAfter(
  database: Database,
  key: ConversationKey,
  position: number,
  limit?: number,
): Promise<readonly MessageRow[]> {
  const rows = rowsOf(pathOf(database, key)).where('position', '>', position).orderBy('position')
  return (limit === undefined ? rows : rows.limit(limit)).execute()
}

/** Returns the message of the shown path that is nearest before a position. */
export async function idBefore(
  database: Database,
  key: ConversationKey,
  position: number,
): Promise<string | null> {
  const row = await pathOf(database, key)
    .select('id')
    .where('position', '<', position)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns messages by their ids, oldest first; with no ids, all that are not deleted. */
export function readMessages(
  database: Database,
  key: ConversationKey,
  {
    ids,
    after = 0,
    limit,
  }: { readonly ids?: readonly string[]; readonly after?: number; readonly limit?: number },
): Promise<readonly MessageRow[]> {
  let rows = rowsOf(selectAllMessages(database, key))
    .where('deleted_at', 'is', null)
    .where('position', '>', after)
    .orderBy('position')
  if (ids) rows = rows.where('id', 'in', ids)
  return (limit === undefined ? rows : rows.limit(limit)).execute()
}

const pathOf = (database: Database, key: ConversationKey) =>
  selectAllMessages(database, key).where('on_path', '=', 1)

const rowsOf = (messages: ReturnType<typeof selectAllMessages>) =>
  messages.select([
    'user_id',
    'conversation_id',
    'position',
    'id',
    'role',
    'content',
    'agent_id',
    'created_at',
    'details',
    'parent_id',
    'on_path',
    'deleted_at',
    'deleted_with',
  ])
