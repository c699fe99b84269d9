/** What the host says about recordings. */
export interface HostSettings {
  /** null: we have words of our own */
  readonly consentText: string | null
  /** for how long the server keeps sound; 0: not at all */
  readonly soundDays: number
}
