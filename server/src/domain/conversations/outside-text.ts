import { hasMarkedReply } from '#db/queries/conversations/outside-text.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'

/** Whether earlier replies have used text from outside, which may still give the model instructions. */
export interface OutsideTextMarks {
  /** False for callers whose conversations are not stored: they have no notes that such text could write. */
  hasOutsideText(caller: Caller, conversationId: string): Promise<boolean>
}

export const createOutsideTextMarks = (database: Database): OutsideTextMarks => ({
  hasOutsideText: async (caller, conversationId) =>
    caller.kind === 'member' && hasMarkedReply(database, { userId: caller.id, id: conversationId }),
})
