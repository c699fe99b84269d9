import { parentPort } from 'node:worker_threads'
import { countTokens, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base'

/** An entry of its own: token-counter.ts starts it as a thread, asks with texts and is answered with their counts. */
export interface TokenQuestion {
  readonly id: number
  readonly texts: readonly string[]
}
export interface TokenAnswer {
  readonly id: number
  readonly counts: readonly number[]
}

/** Pairs of signs are remembered to be quicker, and they are somebody's words: few, and none for long. */
setMergeCacheSize(5_000)

/**
 * The library takes the square of the time for a run without spaces, 20 s for 100,000 signs. Between words a cut changes
 * nothing, and within such a run it is a token more or less.
 */
const PIECE = /[\s\S]{1,256}(?=\s|$)|[\s\S]{1,256}/g
/** What a person writes is words, also where it looks like a sign of the protocol. */
const AS_WORDS = { disallowedSpecial: new Set<string>() }

const tokensOf = (text: string) =>
  (text.match(PIECE) ?? []).reduce((sum, piece) => sum + countTokens(piece, AS_WORDS), 0)

parentPort?.on('message', ({ id, texts }: TokenQuestion) => {
  const answer: TokenAnswer = { id, counts: texts.map(tokensOf) }
  parentPort?.postMessage(answer)
})
