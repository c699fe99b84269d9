import type { ImportSource } from '@vee/contract/http/imports'
import type { Generated } from 'kysely'

/** Where a title comes from. */
export type TitleSource = 'first-words' | 'model' | 'person'

/** A member's conversation. Its id is chosen by the client, so two members may have the same one. */
export interface ConversationsTable {
  readonly user_id: string
  readonly id: string
  /** the active agent, which answers next */
  readonly agent_id: string
  /** JSON list of the agents that took part, in the order in which they came; empty where that is the active one alone */
  readonly participants: Generated<string>
  readonly title: string
  /** the folded title; null if it is ASCII */
  readonly search_title: string | null
  /** 0 or 1 */
  readonly archived: number
  /**
   * the position of the last message, or of the reply being generated; positions of deleted messages stay
   * unused
   */
  readonly last_position: number
  /** the last message of the path that is shown; null: it shows none */
  readonly leaf_id: string | null
  /** milliseconds since 1970 */
  readonly created_at: number
  /** milliseconds since 1970 */
  readonly updated_at: number
  readonly title_source: Generated<TitleSource>
  /** milliseconds since 1970; null: not pinned */
  readonly pinned_at: Generated<number | null>
  /** 0 or 1: a reply has ended without a reader */
  readonly unread: Generated<number>
  /** the project that it is in, which may be gone or no longer shared */
  readonly project_id: Generated<string | null>
  /** milliseconds since 1970; null: not deleted. It can be restored until it is purged */
  readonly deleted_at: number | null
  /** total size of its messages on all paths, in UTF-8 */
  readonly bytes: Generated<number>
  /** the import that brought it along; null: none */
  readonly import_id: Generated<string | null>
  /** its id in another program */
  readonly source_id: Generated<string | null>
  /** `last_position` after the import: later messages are the member's own */
  readonly imported_position: Generated<number | null>
}

/** An archive of another program. */
export interface ImportsTable {
  readonly id: string
  readonly user_id: string
  readonly source: ImportSource
  /** chosen by the client, for example a SHA-256 of the file */
  readonly file_hash: string
  /** JSON of the contract's counts */
  readonly counts: string
  /** milliseconds since 1970 */
  readonly created_at: number
}

/** A tag of a conversation. */
export interface ConversationTagsTable {
  readonly user_id: string
  readonly conversation_id: string
  readonly tag: string
  /** the folded tag, which is compared */
  readonly tag_key: string
}

/** A project of a member, which may be shared with organizations (`shares`). */
export interface ProjectsTable {
  readonly id: string
  /** its owner */
  readonly user_id: string
  readonly name: string
  readonly instructions: string
  readonly agent_id: string | null
  readonly model: string | null
  /** milliseconds since 1970 */
  readonly created_at: number
  /** milliseconds since 1970 */
  readonly updated_at: number
  /** milliseconds since 1970; null: not deleted. It can be restored until it is purged */
  readonly deleted_at: number | null
  /** the import that made it, whose undoing deletes it; null: none */
  readonly import_id: string | null
  /** its id where the archive comes from that it was restored of; null: none */
  readonly source_id: Generated<string | null>
}

/** Something other than a conversation that a member has put into a project; conversations name theirs. */
export interface ProjectItemsTable {
  readonly project_id: string
  /** who has put it there */
  readonly user_id: string
  readonly kind: 'meeting' | 'file' | 'prompt'
  readonly ref: string
  /** milliseconds since 1970 */
  readonly added_at: number
}
