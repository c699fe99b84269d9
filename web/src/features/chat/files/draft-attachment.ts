import type { Attachment } from '@vee/contract/entities/attachment'
import { ATTACHMENTS_PER_MESSAGE } from '@vee/contract/entities/attachment-limits'
import { randomId } from '#lib/random-id.ts'

/** Reason for which a file cannot be attached; also a key of the texts. */
export type AttachmentFailure =
  | 'empty'
  | 'too-large'
  | 'pages'
  | 'type'
  | 'office-format'
  | 'heic'
  | 'locked'
  | 'damaged'
  | 'image'
  | 'pixels'
  | 'full'
  | 'offline'
  | 'too-many'

/** Reason for which the text of an image could not be read; also a key of the texts. */
type OcrFailure = 'no-text' | 'no-ocr'

/** A file of the message that is being written. */
export interface DraftAttachment {
  readonly id: string
  readonly name: string
  /** a picture of the camera or screen that was taken for this message */
  readonly isStill?: boolean
  readonly state:
    | {
        readonly kind: 'preparing'
        readonly isByOcr?: boolean
        /** pages of a PDF that were read */
        readonly pages?: { readonly done: number; readonly total: number }
        /** the part of a large file that the server has, from 0 to 1 */
        readonly uploaded?: number
      }
    | {
        readonly kind: 'ready'
        readonly attachment: Attachment
        readonly note?: OcrFailure
        /** of a text: the encoding that it was read in, if another one is possible */
        readonly encoding?: string
      }
    | {
        readonly kind: 'failed'
        readonly reason: AttachmentFailure
        /** what is allowed: bytes for `too-large`, pages for `pages` */
        readonly limit?: number | undefined
      }
}

/** Holds the files of the message being written. */
export interface DraftFiles {
  read(): readonly DraftAttachment[]
  change(change: (drafts: readonly DraftAttachment[]) => readonly DraftAttachment[]): void
}

/** A file that was added to the message, to be prepared. */
export interface AddedFile {
  readonly id: string
  readonly file: File
}

/** Adds files to the message, and returns those that it has room for. The others are marked as failed. */
export function addFiles(drafts: DraftFiles, files: readonly File[]): readonly AddedFile[] {
  const added = files.map((file) => ({ id: randomId(), file }))
  const room = Math.max(0, ATTACHMENTS_PER_MESSAGE - drafts.read().length)
  drafts.change((before) => [
    ...before,
    ...added.map(({ id, file }, index): DraftAttachment => ({
      id,
      name: file.name,
      state: index < room ? { kind: 'preparing' } : { kind: 'failed', reason: 'too-many' },
    })),
  ])
  return added.slice(0, room)
}

/** Returns the files that can be sent. */
export const readyAttachments = (drafts: readonly DraftAttachment[]): readonly Attachment[] =>
  drafts.flatMap(({ state }) => (state.kind === 'ready' ? state.attachment : []))

export const isAnyPreparing = (drafts: readonly DraftAttachment[]): boolean =>
  drafts.some(({ state }) => state.kind === 'preparing')

/** Returns whether a stored value is a list of drafts that can be shown. */
export function isDraftList(value: unknown): value is readonly DraftAttachment[] {
  return Array.isArray(value) && value.every((item: unknown) => isDraft(item))
}

function isDraft(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, state } = value as Partial<DraftAttachment>
  return typeof id === 'string' && typeof name === 'string' && typeof state?.kind === 'string'
}

/** Returns the drafts of attachments that were sent before, as when a message is edited. */
export const draftsOf = (attachments: readonly Attachment[]): readonly DraftAttachment[] =>
  attachments.map((attachment) => ({
    id: attachment.id,
    name: attachment.name,
    state: { kind: 'ready', attachment },
  }))
