/** A file that was sent with a message. Its bytes are in a sealed file, the text of a document in another one. */
export interface AttachmentsTable {
  readonly id: string
  /** a member's id, or the session of a caller without an account */
  readonly owner: string
  /** owner of its quota: a member's id, or the network of a caller without an account */
  readonly quota_key: string
  /** SHA-256 of the bytes, in hex */
  readonly hash: string
  readonly kind: 'image' | 'document'
  readonly name: string
  readonly media_type: string
  readonly bytes: number
  /** for images, in pixels */
  readonly width: number | null
  readonly height: number | null
  /** name of the sealed file */
  readonly file: string
  readonly salt: string
  /** name of the sealed file with the text; null while there is none */
  readonly text_file: string | null
  readonly text_salt: string | null
  readonly text_bytes: number
  readonly section_count: number | null
  /** milliseconds since 1970; of the latest upload */
  readonly created_at: number
}

/** A conversation that is stored on the server and uses an attachment. */
export interface AttachmentUsesTable {
  readonly owner: string
  readonly attachment_id: string
  readonly conversation_id: string
}
