/** A file that was sent with a message. Its bytes are in a sealed file, the text of a document in another one. */
export interface AttachmentsTable {
  readonly id: string
  /** a member's id, or the session of a caller without an account */
  readonly owner: string
  /** owner of its quota: a member's id, or the network of a caller without an account */
  readonly quota_key: string
  /** SHA-256 of the bytes, in hex; followed by the id if the file came from a visitor to an owner who has the same bytes */
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
  /** 1 if at least a part of the text was read by text recognition; null while there is no text */
  readonly text_by_ocr: number | null
  /** of an image, if it was described */
  readonly description: string | null
  /** milliseconds since 1970; of the latest upload */
  readonly created_at: number
}

/** A conversation that is stored on the server and uses an attachment. */
export interface AttachmentUsesTable {
  readonly owner: string
  readonly attachment_id: string
  readonly conversation_id: string
}

/** A file that arrives in chunks. */
export interface AttachmentUploadsTable {
  readonly id: string
  readonly owner: string
  readonly quota_key: string
  /** identifies the file among the owner's uploads; null if the client gave none */
  readonly fingerprint: string | null
  readonly name: string
  /** SHA-256 of the whole file in hex, as declared by the client; null if it gave none */
  readonly hash: string | null
  /** size of the whole file */
  readonly bytes: number
  readonly received_bytes: number
  /** milliseconds since 1970; of the latest chunk */
  readonly updated_at: number
}

/** A chunk of an upload, in a sealed file. */
export interface AttachmentUploadChunksTable {
  readonly upload_id: string
  /** its offset in the file, in bytes */
  readonly start: number
  readonly file: string
  readonly salt: string
}
