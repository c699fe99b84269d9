/** One sentence that a member asked an agent to remember. */
export interface MemoryNotesTable {
  readonly id: string
  readonly user_id: string
  readonly note: string
  /** milliseconds since 1970 */
  readonly created_at: number
}
