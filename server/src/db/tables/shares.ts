/** Content of a member that one of their organizations may use. It ends with the owner's seat. */
export interface SharesTable {
  readonly kind: 'meeting' | 'agent' | 'project'
  /** the owner */
  readonly owner_id: string
  /** of the meeting, the agent or the project */
  readonly resource_id: string
  readonly organization_id: string
  /** the rights of all members; viewers never have more than `use` */
  readonly allows: 'use' | 'edit'
  /** milliseconds since 1970 */
  readonly created_at: number
}

/** A link with which anyone can read a conversation or a meeting. */
export interface ShareLinksTable {
  readonly id: string
  readonly user_id: string
  readonly kind: 'conversation' | 'meeting'
  /** id of the conversation or meeting */
  readonly ref: string
  readonly title: string
  /** `hashOfToken` of the token; the token itself is stored nowhere */
  readonly token_hash: string
  /** JSON of what it shows; null: it shows what is there when it is opened */
  readonly snapshot: string | null
  /** length of the snapshot, in UTF-8 bytes */
  readonly snapshot_bytes: number
  /** JSON of the contract's hidden parts */
  readonly hides: string
  readonly allows_copy: 0 | 1
  /** milliseconds since 1970; null: it does not end */
  readonly expires_at: number | null
  /** milliseconds since 1970 */
  readonly revoked_at: number | null
  readonly views: number
  /** milliseconds since 1970 */
  readonly last_viewed_at: number | null
  /** milliseconds since 1970 */
  readonly created_at: number
}
