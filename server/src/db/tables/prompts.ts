/** A text that somebody wants to ask again. */
export interface PromptsTable {
  readonly id: string
  /** who wrote it */
  readonly user_id: string
  /** whose members may use it; null: its author alone */
  readonly organization_id: string | null
  readonly title: string
  /** `{{name}}` stands for what is filled in when it is used */
  readonly text: string
  /** milliseconds since 1970 */
  readonly created_at: number
  /** milliseconds since 1970 */
  readonly updated_at: number
}
