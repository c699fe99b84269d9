import { setUnread } from '#db/queries/conversations/labels.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'

/** Marks of conversations with a reply that its caller has not received. */
export interface UnreadMarks {
  /** A no-op for callers whose conversations are not stored. */
  markUnread(caller: Pick<Caller, 'kind' | 'id'>, conversationId: string): Promise<void>
}

export const createUnreadMarks = (database: Database): UnreadMarks => ({
  async markUnread({ kind, id: userId }, id) {
    if (kind === 'member') await setUnread(database, { userId, id }, true)
  },
})
