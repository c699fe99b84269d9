/** A part of a reply's Markdown source, in UTF-16 code units; `end` is exclusive. */
export interface SpokenRange {
  readonly replyId: string
  readonly start: number
  readonly end: number
}
