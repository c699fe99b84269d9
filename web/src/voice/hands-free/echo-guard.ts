import { FRAME_MS } from '../capture/frames.ts'

/** So much of player and microphone is compared, in frames: two seconds. */
const WINDOW = 2_000 / FRAME_MS
/** Sound takes at most so long from the player through the room into the microphone's frames. */
const LONGEST_LAG = 400 / FRAME_MS
/** Two loudnesses that rise and fall together to this degree are one voice. */
const SAME_VOICE = 0.7
/** Fewer frames with a voice in them say nothing, and a voice without pauses rises and falls too little. */
const LEAST_DEVIATION = 0.03

/** What somebody says into a reply is compared over so much before it takes the turn. */
const SOUND_WINDOW = 500 / FRAME_MS
/** So short a stretch is alike by chance more easily: at this, one in fifty of other voices (over the tests' nine languages). */
const SAME_SOUND = 0.85
/** So much of the voice has to go by without a sound in the microphone before it may be interrupted by one … */
const TRUST_AFTER = 2_000 / FRAME_MS
/** … and twice as much after every sound, up to this. */
const TRUST_AFTER_MOST = 32_000 / FRAME_MS

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
  /** frames of voice that went by without a sound */
  let quietFrames = 0
  let trustAfter = TRUST_AFTER

  function distrust(): void {
    // What is found frame by frame is one sound.
    if (quietFrames > SOUND_WINDOW) trustAfter = Math.min(TRUST_AFTER_MOST, 2 * trustAfter)
    quietFrames = 0
  }

  return {
    push(nextPlayed, nextHeard) {
      played = [...played, nextPlayed].slice(-WINDOW)
      heard = [...heard, nextHeard].slice(-WINDOW)
      quietFrames += 1
      if (played.length < WINDOW) return
      likeness = bestCorrelation(played, heard)
      soundLikeness = bestOfSound(played, heard)
      if (likeness >= SAME_VOICE || soundLikeness >= SAME_SOUND) distrust()
    },
    soundBegan() {
      if (quietFrames < trustAfter) distrust()
    },
    mayListen: () => quietFrames >= trustAfter,
    likeness: () => Math.max(0, likeness, soundLikeness),
    reset() {
      played = []
      heard = []
      likeness = 0
      soundLikeness = 0
      quietFrames = 0
      trustAfter = TRUST_AFTER
    },
  }
}

/** The best of the correlations over the lags that a room and a sound card can make. */
function bestCorrelation(played: readonly number[], heard: readonly number[]): number {
  let best = 0
  for (let lag = 0; lag <= LONGEST_LAG; lag += 1) {
    best = Math.max(best, correlation(played.slice(0, played.length - lag), heard.slice(lag)))
  }
  return best
}

/** The best of the correlations of what was heard just now with what was played before it. */
function bestOfSound(played: readonly number[], heard: readonly number[]): number {
  let best = 0
  const sound = heard.slice(-SOUND_WINDOW)
  for (let lag = 0; lag <= LONGEST_LAG; lag += 1) {
    const end = played.length - lag
    best = Math.max(best, correlation(played.slice(end - SOUND_WINDOW, end), sound))
  }
  return best
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Pearson's; 0 where one of them hardly moves. */
function correlation(one: readonly number[], other: readonly number[]): number {
  const [oneMean, otherMean] = [mean(one), mean(other)]
  let [product, oneSquares, otherSquares] = [0, 0, 0]
  for (const [index, value] of one.entries()) {
    const [a, b] = [value - oneMean, (other[index] ?? 0) - otherMean]
    product += a * b
    oneSquares += a * a
    otherSquares += b * b
  }
  const least = LEAST_DEVIATION * LEAST_DEVIATION * one.length
  return oneSquares < least || otherSquares < least ? 0 : product / Math.sqrt(oneSquares * otherSquares)
}
