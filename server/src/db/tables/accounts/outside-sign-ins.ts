/** A sign-in that waits for the user to return from the identity provider. */
export interface OutsideSignInsTable {
  /** SHA-256 of the state that the browser stores, lower-case hex */
  readonly state_hash: string
  readonly provider: string
  /** JSON of the adapter's state for completing it: the PKCE verifier, the nonce */
  readonly memo: string
  /** 1: the session lasts 30 days */
  readonly remember: number
  /** milliseconds since 1970 */
  readonly expires_at: number
}
