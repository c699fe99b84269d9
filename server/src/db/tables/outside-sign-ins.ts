/** A sign-in that was begun and waits for the person to come back from somewhere else. */
export interface OutsideSignInsTable {
  /** SHA-256 of the state that the browser keeps, lower-case hex */
  readonly state_hash: string
  readonly provider: string
  /** JSON of what the provider's adapter needs to end it: the PKCE verifier, the nonce */
  readonly memo: string
  /** 1: keep the session for 30 days */
  readonly remember: number
  /** milliseconds since 1970 */
  readonly expires_at: number
}
