/** A requested place in the transcript; pressing the same evidence twice creates two requests. */
export interface WantedPosition {
  /** seconds */
  readonly seconds: number
  /** the recording is played from there */
  readonly plays?: boolean
}
