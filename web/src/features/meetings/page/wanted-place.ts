/** A place in the transcript that somebody asked for; pressing the same proof twice asks twice. */
export interface WantedPlace {
  /** seconds */
  readonly at: number
}
