import { leastDistance, type TaughtWord } from './word-templates.ts'

/** Why a take, or the word that three takes describe, cannot be used. */
export type TakeProblem =
  /** nothing was said in time */
  | 'nothing'
  | 'too-short'
  | 'too-long'
  | 'too-quiet'
  /** it does not sound like the takes before */
  | 'too-different'
  /** ordinary speech sounds like it */
  | 'too-common'

export const TAKES = 3
/** A word has at least a syllable, and at most about four words, in ms. */
const LENGTH_MS = { least: 250, most: 2_500 }
/** A softer voice than this above the room's noise is not recognized reliably, dB. */
const MIN_ABOVE_NOISE_DB = 12
/** Embeddings: fewer describe less than a syllable. */
const MIN_EMBEDDINGS = 2
/** Takes of the same word by one person differ by 0.03 to 0.28, other words of them by 0.3 to 0.7 (decision 0046). */
const SAME_WORD = 0.3
/** Share of the distance to the nearest ordinary speech. */
const BELOW_SPEECH = 0.7
/** Greater distances are other words, however uncommon the word is. */
const MAX_THRESHOLD = 0.28
/** A call differs from the takes by up to this factor more than they do from each other. */
const ABOVE_TAKES = 1.25

/** Returns what is wrong with the sound of a take. */
export function checkSound(recording: {
  readonly ms: number
  readonly levelDb: number
  readonly noiseDb: number
}): TakeProblem | undefined {
  if (recording.ms < LENGTH_MS.least) return 'too-short'
  if (recording.ms > LENGTH_MS.most) return 'too-long'
  return recording.levelDb - recording.noiseDb < MIN_ABOVE_NOISE_DB ? 'too-quiet' : undefined
}

type Take = readonly Float32Array[]

/** Returns what is wrong with a take compared to those before. */
export function checkTake(take: Take, before: readonly Take[]): TakeProblem | undefined {
  if (take.length < MIN_EMBEDDINGS) return 'too-short'
  return before.some((other) => leastDistance([other], take) > SAME_WORD) ? 'too-different' : undefined
}

/**
 * Returns the word with the distance up to which sound is the word: between the takes' own differences and the nearest
 * ordinary speech.
 * @param speech embeddings of ordinary speech and of the other taught words
 */
export function wordOfTakes(
  word: string,
  takes: readonly Take[],
  speech: readonly (readonly Float32Array[])[],
): TaughtWord | TakeProblem {
  const spread = Math.max(
    ...takes.flatMap((take) =>
      takes.filter((other) => other !== take).map((other) => leastDistance([other], take)),
    ),
  )
  const nearest = Math.min(...speech.map((stream) => leastDistance(takes, stream)))
  const threshold = Math.min(MAX_THRESHOLD, BELOW_SPEECH * nearest)
  return threshold < ABOVE_TAKES * spread ? 'too-common' : { word, takes, threshold }
}
