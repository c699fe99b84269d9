import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What the listening corpus contains. `|` marks a pause within an utterance; its length is chosen when it is mixed.
 * `=` precedes the written form where an engine needs another one.
 */
export interface CorpusTexts {
  readonly backchannel: readonly string[]
  readonly answer: readonly string[]
  /** plainly finished */
  readonly finished: readonly string[]
  /** the speaker trails off */
  readonly open: readonly string[]
  /** one thought with pauses */
  readonly paused: readonly string[]
  readonly correction: readonly string[]
  readonly number: readonly string[]
  /** speech to Vee while it speaks */
  readonly interruption: readonly string[]
  readonly command: readonly string[]
  /** addresses an assistant */
  readonly wake: readonly string[]
  /** contains or begins with a name, and addresses no assistant */
  readonly nearMiss: readonly string[]
  /** talk in the room or on the radio */
  readonly radio: readonly string[]
  /** what Vee speaks */
  readonly reply: readonly string[]
}

export type UtteranceKind = keyof CorpusTexts

/** The texts by language. */
export const TEXTS = JSON.parse(readFileSync(join(import.meta.dirname, 'texts.json'), 'utf8')) as Readonly<
  Record<string, CorpusTexts>
>

/** How often each kind is spoken, each time by another voice. */
export const VOICES_PER_TEXT: Readonly<Partial<Record<UtteranceKind, number>>> = {
  backchannel: 2,
  answer: 2,
  wake: 2,
}
