/** What is shown on the screen and only pointed to by the voice. */
export type ShownThing = 'code' | 'table' | 'diagram' | 'formula' | 'image'

/**
 * One step through a Markdown source; `start` and `end` (exclusive) are UTF-16 offsets in it.
 * Tokens come in order and never overlap.
 */
export type MarkdownToken =
  /** one character to say, or a name that is said as a whole; any white space is one space */
  | { readonly type: 'say'; readonly text: string; readonly start: number; readonly end: number }
  /** written and not said */
  | { readonly type: 'markup'; readonly start: number; readonly end: number }
  | {
      readonly type: 'show'
      readonly what: ShownThing
      /** within a sentence, which goes on after it */
      readonly isInline: boolean
      readonly start: number
      readonly end: number
    }
  /** a paragraph, a heading or a list item is over: no sentence goes across */
  | { readonly type: 'break' }

/** A stretch of the source, beginning where the reader stands. */
export interface Ahead {
  readonly text: string
  /** nothing comes after `text` */
  readonly isComplete: boolean
}

/** The reader needs more of the source to decide. Whatever it decides does not depend on how the source arrived. */
export const WAIT = 'wait'
export type Wait = typeof WAIT
