/** The host's settings for recordings. */
export interface HostSettings {
  /** null: the default text */
  readonly consentText: string | null
  /** number of days for which the server stores audio; 0: not at all */
  readonly soundDays: number
}
