import type { BackgroundOutcome } from '@vee/contract/http/background-replies'

/** A reply that is written without its caller. It runs on one server, which holds a lease; another takes it up. */
export interface BackgroundRepliesTable {
  readonly user_id: string
  readonly reply_id: string
  readonly conversation_id: string
  readonly agent_id: string
  /** the beginning of the question */
  readonly question: string
  /** JSON of the chat request; empty once it has ended */
  readonly request: string
  /** of the session that it was requested with: it ends with it */
  readonly session_hash: string
  /** JSON of the ids of the organizations that could pay when it began */
  readonly organization_ids: string
  /** 1: it began with the caller's own keys, which are not stored: it cannot be taken up */
  readonly has_own_keys: number
  /** null while it runs */
  readonly outcome: BackgroundOutcome | null
  /** 1: its caller has stopped it, on any server */
  readonly is_stopping: number
  /** milliseconds since 1970 */
  readonly started_at: number
  readonly finished_at: number | null
  readonly reported_at: number | null
  /** name of the server that runs it; empty: none */
  readonly server: string
  /** milliseconds since 1970 */
  readonly lease_until: number
  /** how many servers began to run it */
  readonly attempts: number
}
