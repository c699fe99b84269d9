/** A requested place in the transcript; pressing the same evidence twice creates two requests. */
export interface WantedPlace {
  /** seconds */
  readonly at: number
}
