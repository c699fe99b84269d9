/** A piece of a recording whose sound lies in a file of its own, encrypted. */
export interface MeetingSoundTable {
  readonly user_id: string
  readonly meeting_id: string
  readonly id: string
  readonly track: string
  /** of the recording, in milliseconds */
  readonly start_ms: number
  readonly end_ms: number
  /** as it came */
  readonly bytes: number
  /** its name in the folder of sounds */
  readonly file: string
  /** of the file's key, base64: without this row nobody can read the file any more */
  readonly salt: string
  /** milliseconds since 1970 */
  readonly created_at: number
}
