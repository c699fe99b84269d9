/** Content that is shown on the screen and only announced by the voice. */
export type ShownThing = 'code' | 'table' | 'diagram' | 'formula' | 'image'

/**
 * One token of a Markdown source; `start` and `end` (exclusive) are UTF-16 offsets in it. Tokens are in order
 * and never overlap.
 */
export type MarkdownToken =
  /** one character to speak, or a name that is spoken as a unit; any white space is one space */
  | { readonly type: 'say'; readonly text: string; readonly start: number; readonly end: number }
  /** shown but not spoken */
  | { readonly type: 'markup'; readonly start: number; readonly end: number }
  | {
      readonly type: 'show'
      readonly thing: ShownThing
      /** true within a sentence that continues after it */
      readonly isInline: boolean
      readonly start: number
      readonly end: number
    }
  /** the end of a paragraph, heading or list item, which also ends the sentence */
  | { readonly type: 'break' }

/** The remaining source from the current position. */
export interface Ahead {
  readonly text: string
  /** true if no input follows `text` */
  readonly isComplete: boolean
}

/**
 * Returned if more of the source is needed. The final decision does not depend on how the source was split.
 */
export const WAIT = 'wait'
export type Wait = typeof WAIT
