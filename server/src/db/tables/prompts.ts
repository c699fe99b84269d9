import type { Generated } from 'kysely'

/** A text that a member uses repeatedly as a question. */
export interface PromptsTable {
  readonly id: string
  /** its author */
  readonly user_id: string
  /** the organization whose members may use it; null: its author only */
  readonly organization_id: string | null
  readonly title: string
  /** `{{name}}` is a variable that is replaced when the prompt is used */
  readonly text: string
  /** JSON of the contract's `Sampling`; null: the model's defaults */
  readonly sampling: string | null
  /** milliseconds since 1970 */
  readonly created_at: number
  /** milliseconds since 1970 */
  readonly updated_at: number
  /** its id where the archive comes from that it was restored of; null: none */
  readonly source_id: Generated<string | null>
}
