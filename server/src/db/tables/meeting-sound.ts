/** A chunk of a recording whose audio is in a separate encrypted file. */
export interface MeetingSoundTable {
  readonly user_id: string
  readonly meeting_id: string
  readonly id: string
  readonly track: string
  /** of the recording, in milliseconds */
  readonly start_ms: number
  readonly end_ms: number
  /** size of the plain content */
  readonly bytes: number
  /** its name in the folder of audio files */
  readonly file: string
  /** salt of the file's key, base64: without this row the file cannot be decrypted */
  readonly salt: string
  /** milliseconds since 1970 */
  readonly created_at: number
}
