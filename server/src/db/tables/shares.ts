/** Something of a member's that an organization of theirs may use. It ends with the seat of whoever shares. */
export interface SharesTable {
  readonly kind: 'meeting' | 'agent'
  /** whose it is */
  readonly owner_id: string
  /** of the meeting or the agent */
  readonly resource_id: string
  readonly organization_id: string
  /** what all its members may do with it; viewers never more than `use` */
  readonly allows: 'use' | 'edit'
  /** milliseconds since 1970 */
  readonly created_at: number
}
