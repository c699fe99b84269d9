import type { AttachmentFailure } from '../draft-attachment.ts'

/** Thrown with the reason why a file cannot be attached. */
export class AttachmentError extends Error {
  readonly reason: AttachmentFailure
  /** what is allowed: bytes for `too-large`, pages for `pages` */
  readonly limit: number | undefined

  constructor(reason: AttachmentFailure, limit?: number) {
    super(`the file cannot be attached: ${reason}`)
    this.name = 'AttachmentError'
    this.reason = reason
    this.limit = limit
  }
}
