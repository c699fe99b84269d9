import type { AttachmentFailure } from '../draft-attachment.ts'
import type { FileKind } from './file-kind.ts'
import type { OfficeLabels } from './office/office-section.ts'

/** Stands for the number in the title of a page. */
export const PAGE_NUMBER = '{number}'

/** Longest time for the pages of one document that are read by OCR, in ms. */
export const OCR_TIMEOUT_MS = 300_000

/** Largest image that is decoded, in pixels; a decoded pixel takes 4 bytes, and cameras of phones have 108 million. */
export const MAX_PIXELS = 120_000_000

export type DocumentKind = Exclude<FileKind, 'image' | 'heic' | 'unknown'>

/** What the worker does with one file. */
export type PrepareJob =
  /** stores the file in this browser */
  | { readonly kind: 'store'; readonly owner: string; readonly id: string; readonly file: File }
  /** scales an image down and encodes it again */
  | { readonly kind: 'image'; readonly file: File }
  /** reads the text of a document */
  | {
      readonly kind: 'document'
      readonly file: File
      readonly documentKind: DocumentKind
      /** title of a PDF's page, with PAGE_NUMBER */
      readonly pageTitle: string
      readonly labels: OfficeLabels
      /** the encoding of a text that the user chose; guessed without it */
      readonly encoding?: string | undefined
      /** languages of the user, for the guess, the most likely one first */
      readonly languages: readonly string[]
    }

/** Messages of the page to the worker. Jobs have numbers, as one worker may have several. */
export type PrepareCommand =
  | { readonly kind: 'job'; readonly number: number; readonly job: PrepareJob }
  | ({ readonly kind: 'scan-read' } & ScanText)

/** The answer to `scan`. */
export interface ScanText {
  /** null if the page could not be read, or no longer */
  readonly text: string | null
  /** stands in place of the text of a page that was not read */
  readonly unreadNote: string
}

/** What the worker made of a file. */
export interface Prepared {
  /** the encoded image, or the text of a document as the JSON body of its request; null for `store` */
  readonly content: Blob | null
  /** of a document: SHA-256 of the file in hex; undefined on insecure origins */
  readonly hash?: string | undefined
  /** of a document: number of its pages, slides, sheets or chapters */
  readonly sectionCount?: number
  /** of a text: the encoding that it was taken for, if another one is possible */
  readonly encoding?: string | undefined
}

/** Messages of the worker to the page. */
export type PrepareReport =
  | { readonly kind: 'done'; readonly number: number; readonly prepared: Prepared }
  | { readonly kind: 'failed'; readonly number: number; readonly reason: AttachmentFailure }
  /** a page of a document was read */
  | { readonly kind: 'page'; readonly number: number; readonly done: number; readonly total: number }
  /** asks for the text in a picture of a page; answered by `scan-read` */
  | { readonly kind: 'scan'; readonly image: Blob }
