/** A text that was read in a conversation, such as a web page. */
export interface ConversationSourcesTable {
  readonly id: string
  /** a member's id, or the session of a caller without an account */
  readonly owner: string
  readonly conversation_id: string
  /** the same for all readings of one address */
  readonly number: number
  readonly kind: 'web' | 'file' | 'meeting' | 'note' | 'conversation'
  /** identifies what was read in the conversation: the address of a page, or kind and id */
  readonly ref_key: string
  readonly ref: string | null
  readonly url: string | null
  readonly title: string
  readonly site: string | null
  /** JSON of the contract's place; null for the whole */
  readonly place: string | null
  /** milliseconds since 1970 */
  readonly fetched_at: number
  /** SHA-256 of the text, in hex */
  readonly hash: string
  /** the sealed text; null if it is no longer stored or was never read here */
  readonly text: string | null
}

/** A source of one reply, with what the reply quotes. */
export interface ReplySourcesTable {
  readonly owner: string
  readonly conversation_id: string
  readonly reply_id: string
  readonly source_id: string
  /** JSON of the contract's quotes */
  readonly quotes: string
  /** milliseconds since 1970 */
  readonly created_at: number
}
