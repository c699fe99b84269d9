import { z } from 'zod'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_DOCUMENT_SECTIONS,
  MAX_DOCUMENT_TEXT_LENGTH,
} from './attachment-limits.ts'

/** A file that was sent with a message. */
export const attachment = z.object({
  id: z.string().min(1).max(100),
  /** `image`: models see it; `document`: models read its text */
  kind: z.enum(['image', 'document']),
  name: z.string().max(255),
  /** recognized by the first bytes; `application/octet-stream` for a document of another format */
  mediaType: z.string().max(100),
  bytes: z.int().nonnegative(),
  /** for images, in pixels */
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
  /** set for documents whose text was extracted */
  sectionCount: z.int().nonnegative().optional(),
  /** the text was read from pictures, which makes mistakes likely */
  isByOcr: z.boolean().optional(),
  /** what an image shows, written by a model when the user asked for it; its alternative text */
  description: z.string().max(MAX_DESCRIPTION_LENGTH).optional(),
})
export type Attachment = z.infer<typeof attachment>

/** What the caller may attach, by plan and host. */
export const attachmentLimits = z.object({
  /** largest file, in bytes */
  fileBytes: z.int().nonnegative(),
  /** size of all files together, texts included; used by the caller, or by all callers without an account of a network */
  totalBytes: z.int().nonnegative(),
  usedBytes: z.int().nonnegative(),
  files: z.int().nonnegative(),
  usedFiles: z.int().nonnegative(),
  /** most pages, slides, sheets or chapters of one document */
  pages: z.int().nonnegative(),
})
export type AttachmentLimits = z.infer<typeof attachmentLimits>

/** The text of a document, by page, slide, sheet or chapter. */
export const documentText = z.object({
  /** at least a part of it was read from pictures by text recognition */
  isByOcr: z.boolean().optional(),
  /** of a text file whose encoding was guessed or chosen: its name in the Encoding Standard */
  encoding: z.string().max(40).optional(),
  sections: z
    .array(z.object({ title: z.string().max(200), text: z.string().max(MAX_DOCUMENT_TEXT_LENGTH) }))
    .max(MAX_DOCUMENT_SECTIONS)
    .refine(
      (sections) => sections.reduce((sum, { text }) => sum + text.length, 0) <= MAX_DOCUMENT_TEXT_LENGTH,
      `at most ${MAX_DOCUMENT_TEXT_LENGTH} characters`,
    ),
})
export type DocumentText = z.infer<typeof documentText>
