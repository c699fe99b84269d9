/** People who have shown that their email address is theirs: by a link in a mail, or by an account elsewhere. */
export interface ProvenEmailsTable {
  readonly user_id: string
  /** milliseconds since 1970 */
  readonly proven_at: number
}
