import type { MessageRole } from '@vee/contract/entities/message'
import type { Generated } from 'kysely'

/** A message of a member's conversation. */
export interface MessagesTable {
  /** SQLite's own row number, for its full text index; null and unused on Postgres */
  readonly row_id: Generated<number | null>
  readonly user_id: string
  readonly conversation_id: string
  /** its place in the conversation, from 1, with gaps */
  readonly position: number
  readonly id: string
  readonly role: MessageRole
  readonly content: string
  /** the folded content; null if it is ASCII */
  readonly search_text: string | null
  readonly agent_id: string | null
  /** milliseconds since 1970 */
  readonly created_at: number
  /** the other fields of the contract's message, as JSON */
  readonly details: string
  /** the message that it follows, deleted or not; null for a first message */
  readonly parent_id: string | null
  /** 1 if it is shown: a conversation shows one path of its tree; deleted messages are on none */
  readonly on_path: number
  /** milliseconds since 1970; null: not deleted. It can be restored until it is purged */
  readonly deleted_at: number | null
  /** the message with which it was deleted, as something after it */
  readonly deleted_with: string | null
}
