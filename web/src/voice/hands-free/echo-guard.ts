import { FRAME_MS } from '../capture/frames.ts'

/** Loudness is compared in steps of so long: finer ones tell no more, and cost eight times as much. */
const STEP_MS = 20
const FRAMES_PER_STEP = STEP_MS / FRAME_MS
/** So much of player and microphone is compared, in steps: two seconds. */
const WINDOW = 2_000 / STEP_MS
/** Sound takes at most so long from the player through the room into the microphone's frames. */
const LONGEST_LAG = 400 / STEP_MS
/** Two loudnesses that rise and fall together to this degree are one voice. */
const SAME_VOICE = 0.7
/** Fewer steps with a voice in them say nothing, and a voice without pauses rises and falls too little. */
const LEAST_DEVIATION = 0.03

/** What somebody says into a reply is compared over so much before it takes the turn. */
const SOUND_WINDOW = 500 / STEP_MS
/** So short a stretch is alike by chance more easily: at this, one in fifty of other voices (over the tests' nine languages). */
const SAME_SOUND = 0.85
/** So much of the voice has to go by without a sound in the microphone before it may be interrupted by one … */
const TRUST_AFTER = 2_000 / STEP_MS
/** … and twice as much after every sound, up to this. */
const TRUST_AFTER_MOST = 32_000 / STEP_MS

/**
 * Tells whether the microphone hears the player: then Vee must not listen while it speaks, or it hears itself. It begins with
 * distrust: a browser's echo canceller takes a while to learn the room, and until then an echo sounds like somebody.
 */
export interface EchoGuard {
  /** One frame while the voice plays: loudness of player and microphone, 0…1 in even steps of loudness. */
  push(played: number, heard: number): void
  /** The detector took something for speech while the voice played. */
  soundBegan(): void
  /** Whether a sound may be taken for somebody who speaks. */
  mayListen(): boolean
  /** How alike they are, 0…1, for whoever diagnoses. */
  likeness(): number
  reset(): void
}

export function createEchoGuard(): EchoGuard {
  let played: number[] = []
  let heard: number[] = []
  let likeness = 0
  let soundLikeness = 0
  /** steps of voice that went by without a sound */
  let quietSteps = 0
  /** of the step that is not complete yet */
  let step = { frames: 0, played: 0, heard: 0 }
  let trustAfter = TRUST_AFTER

  function distrust(): void {
    // What is found step by step is one sound.
    if (quietSteps > SOUND_WINDOW) trustAfter = Math.min(TRUST_AFTER_MOST, 2 * trustAfter)
    quietSteps = 0
  }

  function compare(nextPlayed: number, nextHeard: number): void {
    played = [...played, nextPlayed].slice(-WINDOW)
    heard = [...heard, nextHeard].slice(-WINDOW)
    quietSteps += 1
    if (played.length < WINDOW) return
    likeness = bestCorrelation(played, heard)
    soundLikeness = bestOfSound(played, heard)
    if (likeness >= SAME_VOICE || soundLikeness >= SAME_SOUND) distrust()
  }

  return {
    push(nextPlayed, nextHeard) {
      const frames = step.frames + 1
      step = { frames, played: step.played + nextPlayed, heard: step.heard + nextHeard }
      if (frames < FRAMES_PER_STEP) return
      compare(step.played / frames, step.heard / frames)
      step = { frames: 0, played: 0, heard: 0 }
    },
    soundBegan() {
      if (quietSteps < trustAfter) distrust()
    },
    mayListen: () => quietSteps >= trustAfter,
    likeness: () => Math.max(0, likeness, soundLikeness),
    reset() {
      played = []
      heard = []
      likeness = 0
      soundLikeness = 0
      step = { frames: 0, played: 0, heard: 0 }
      quietSteps = 0
      trustAfter = TRUST_AFTER
    },
  }
}

/** The best of the correlations over the lags that a room and a sound card can make. */
function bestCorrelation(played: readonly number[], heard: readonly number[]): number {
  let best = 0
  for (let lag = 0; lag <= LONGEST_LAG; lag += 1) {
    best = Math.max(best, correlation(played, 0, heard, lag, played.length - lag))
  }
  return best
}

/** The best of the correlations of what was heard just now with what was played before it. */
function bestOfSound(played: readonly number[], heard: readonly number[]): number {
  let best = 0
  const from = heard.length - SOUND_WINDOW
  for (let lag = 0; lag <= LONGEST_LAG; lag += 1) {
    best = Math.max(best, correlation(played, from - lag, heard, from, SOUND_WINDOW))
  }
  return best
}

/** Pearson's over `length` values from each place on; 0 where one of them hardly moves. In one go: it runs beside a voice. */
function correlation(
  one: readonly number[],
  oneFrom: number,
  other: readonly number[],
  otherFrom: number,
  length: number,
): number {
  let [oneSum, otherSum, oneSquares, otherSquares, products] = [0, 0, 0, 0, 0]
  for (let index = 0; index < length; index += 1) {
    const a = one[oneFrom + index] ?? 0
    const b = other[otherFrom + index] ?? 0
    oneSum += a
    otherSum += b
    oneSquares += a * a
    otherSquares += b * b
    products += a * b
  }
  const oneDeviation = oneSquares - (oneSum * oneSum) / length
  const otherDeviation = otherSquares - (otherSum * otherSum) / length
  const least = LEAST_DEVIATION * LEAST_DEVIATION * length
  if (oneDeviation < least || otherDeviation < least) return 0
  return (products - (oneSum * otherSum) / length) / Math.sqrt(oneDeviation * otherDeviation)
}
