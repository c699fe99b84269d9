/** Users who have verified their email address: by a link in a mail, or by an identity provider. */
export interface ProvenEmailsTable {
  readonly user_id: string
  /** milliseconds since 1970 */
  readonly proven_at: number
}
