import type { Generated } from 'kysely'

/** A member's meeting, with the columns of a list: rows are short. */
export interface MeetingsTable {
  readonly user_id: string
  readonly id: string
  readonly title: string
  /** the title in lower case, for sorting */
  readonly title_key: string
  /** as entered: a date or a time */
  readonly meeting_date: string
  /** the same in milliseconds since 1970, for filtering and sorting */
  readonly meeting_at: number
  /** milliseconds since 1970 */
  readonly created_at: number
  readonly updated_at: number
  /** 0 or 1 */
  readonly archived: number
  readonly open_action_items: number
  /** the names in lower case, one per line */
  readonly participants_key: string
  /** milliseconds since 1970; null: not deleted */
  readonly deleted_at: number | null
  /** of all its fields and texts, in UTF-8 */
  readonly bytes: Generated<number>
  /** JSON, as are the following two */
  readonly participants: string
  readonly tags: string
  readonly action_items: string
  /** the tags in lower case, each between two line breaks */
  readonly tags_key: string
}

/** The texts of a meeting, which are read with the meeting and searched. */
export interface MeetingTextsTable {
  readonly user_id: string
  readonly id: string
  /** all its text in lower case */
  readonly search_text: string
  /** notes, transcript and summary, as JSON */
  readonly details: string
  /** fields that only the whole meeting shows (timed lines, evidence, bookmarks), as JSON */
  readonly proof: string
}
