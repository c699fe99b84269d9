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
