import { z } from 'zod'

/** Sources of one reply at most. */
export const SOURCES_PER_REPLY = 30
/** Quotes of one source in one reply at most. */
export const QUOTES_PER_SOURCE = 20
/** Longest quote, in UTF-16 code units. */
export const MAX_QUOTE_LENGTH = 700

/** Longest HTML of a vendor's search suggestions, in UTF-16 code units. */
export const MAX_SEARCH_SUGGESTIONS_LENGTH = 20_000

export const sourceKind = z.enum(['web', 'file', 'meeting', 'note', 'conversation'])
export type SourceKind = z.infer<typeof sourceKind>

/** Where in a source its quotes are. */
export const sourcePlace = z.object({
  page: z.int().positive().optional(),
  sheet: z.string().max(200).optional(),
  cell: z.string().max(40).optional(),
  slide: z.int().positive().optional(),
  fromMs: z.int().nonnegative().optional(),
  toMs: z.int().nonnegative().optional(),
  messageId: z.string().max(200).optional(),
})

export type SourcePlace = z.infer<typeof sourcePlace>

/** What a reply quotes: words of the stored text if they are proven, otherwise the sentence of the reply. */
export const sourceQuote = z.object({
  text: z.string().max(MAX_QUOTE_LENGTH),
  /** whether it is in the stored text of the source */
  isProven: z.boolean(),
})
export type SourceQuote = z.infer<typeof sourceQuote>

/** A text that was read for a reply. Replies cite it by `[number]`. */
export const source = z.object({
  id: z.string().max(200),
  /** within the conversation, from 1; a source keeps it in all later replies */
  number: z.int().positive().max(1_000_000),
  kind: sourceKind,
  title: z.string().max(300),
  /** http or https; null if it is no web page */
  url: z.string().max(2_000).nullable(),
  /** the host of a web page, without `www.` */
  site: z.string().max(300).nullable(),
  /** id of the file, meeting, note or conversation */
  ref: z.string().max(300).nullable(),
  place: sourcePlace.nullable(),
  /** ISO 8601 */
  fetchedAt: z.string().max(40),
  /** empty: it was read and is not cited */
  quotes: z.array(sourceQuote).max(QUOTES_PER_SOURCE),
})
export type Source = z.infer<typeof source>
