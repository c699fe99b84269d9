import type { Ahead, ShownThing, Wait } from './markdown-token.ts'

/** The next token within a line, and its length in the source. */
export type InlineStep =
  | { readonly type: 'say'; readonly text: string; readonly length: number }
  | { readonly type: 'markup'; readonly length: number }
  | { readonly type: 'show'; readonly thing: ShownThing; readonly length: number }
  /** everything after it up to `close` is neither spoken nor shown */
  | { readonly type: 'hidden'; readonly close: string; readonly length: number }

/**
 * Reads one step; `before` is the character before it, empty at the start of the source, `context` the source before it,
 * as far as a decision may depend on it.
 */
export type InlineReader = (ahead: Ahead, before: string, context: string) => InlineStep | Wait

export function markup(length: number): InlineStep {
  return { type: 'markup', length }
}

export function say(text: string, length = text.length): InlineStep {
  return { type: 'say', text, length }
}
