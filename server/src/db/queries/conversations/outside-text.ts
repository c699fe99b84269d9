import type { Database } from '../../schema.ts'
import type { ConversationKey } from './conversations.ts'

/** As `JSON.stringify` writes the mark; within a string its quotes would be escaped. */
const MARKED = '%"hasOutsideText":true%'

/** Returns whether a reply of this conversation has used text from outside. */
export async function hasMarkedReply(database: Database, { userId, id }: ConversationKey): Promise<boolean> {
  const row = await database
    .selectFrom('messages')
    .select('id')
    .where('user_id', '=', userId)
    .where('conversation_id', '=', id)
    .where('deleted_at', 'is', null)
    .where('role', '=', 'assistant')
    .where('details', 'like', MARKED)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
