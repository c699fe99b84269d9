import { findParticipants } from '#db/queries/conversations/participants.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'

/** The agents of stored conversations. */
export interface Participants {
  /** Returns the active agent and all that took part; undefined where nothing is stored. */
  of(
    caller: Caller,
    conversationId: string,
  ): Promise<{ readonly activeId: string; readonly agentIds: readonly string[] } | undefined>
}

export const createParticipants = (database: Database): Participants => ({
  of: async ({ kind, id: userId }, id) =>
    kind === 'member' ? findParticipants(database, { userId, id }) : undefined,
})
