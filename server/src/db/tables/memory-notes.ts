/** Something that a member asked to be remembered, in one sentence. */
export interface MemoryNotesTable {
  readonly id: string
  readonly user_id: string
  readonly note: string
  /** milliseconds since 1970 */
  readonly created_at: number
}
