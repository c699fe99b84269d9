import type { Generated } from 'kysely'

/** A member's meeting, as a list needs it: rows are short. */
export interface MeetingsTable {
  readonly user_id: string
  readonly id: string
  readonly title: string
  /** the title without upper case, to sort by */
  readonly title_key: string
  /** as entered: a date or a time */
  readonly meeting_date: string
  /** the same in milliseconds since 1970, to choose and sort by */
  readonly meeting_at: number
  /** milliseconds since 1970 */
  readonly created_at: number
  readonly updated_at: number
  /** 0 or 1 */
  readonly archived: number
  readonly open_action_items: number
  /** the names without upper case, each on a line */
  readonly participants_key: string
  /** milliseconds since 1970; null: it is there */
  readonly deleted_at: number | null
  /** of all its fields and texts, in UTF-8 */
  readonly bytes: Generated<number>
  /** JSON, each of these */
  readonly participants: string
  readonly tags: string
  readonly action_items: string
  /** the tags without upper case, each between two line breaks */
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
