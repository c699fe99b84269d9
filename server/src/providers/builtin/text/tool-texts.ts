import type { Locale } from '@vee/contract/entities/locale'
import texts from './tool-texts.json' with { type: 'json' }

/** Phrases and replies for the server's tools: pages, notes, days from now. */
interface ToolText {
  /** words that indicate past days, near a number of days */
  readonly ago: readonly string[]
  readonly readWords: readonly string[]
  /** with `{title}`, `{url}` and `{summary}` */
  readonly page: string
  /** with `{reason}` */
  readonly noPage: string
  /** with `{url}` */
  readonly emptyPage: string
  readonly rememberWords: readonly string[]
  /** with `{note}` */
  readonly kept: string
  readonly cannotKeep: string
  readonly recallWords: readonly string[]
  /** with `{notes}` */
  readonly notes: string
  readonly noNotes: string
}

export const TOOL_TEXTS: Readonly<Record<Locale, ToolText>> = texts
