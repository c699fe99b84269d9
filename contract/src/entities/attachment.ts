import { z } from 'zod'
import { DOCUMENT_SECTIONS_MAX, DOCUMENT_TEXT_MAX_LENGTH } from './attachment-limits.ts'

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
})
export type Attachment = z.infer<typeof attachment>

/** The text of a document, by page, slide, sheet or chapter. */
export const documentText = z.object({
  sections: z
    .array(z.object({ title: z.string().max(200), text: z.string().max(DOCUMENT_TEXT_MAX_LENGTH) }))
    .max(DOCUMENT_SECTIONS_MAX)
    .refine(
      (sections) => sections.reduce((sum, { text }) => sum + text.length, 0) <= DOCUMENT_TEXT_MAX_LENGTH,
      `at most ${DOCUMENT_TEXT_MAX_LENGTH} characters`,
    ),
})
export type DocumentText = z.infer<typeof documentText>
