import { FRAME_MS } from '../capture/frames.ts'

/** Levels are compared in steps of this length: finer steps gain nothing and cost eight times as much. */
const STEP_MS = 20
const FRAMES_PER_STEP = STEP_MS / FRAME_MS
/** Compared length of player and microphone, in steps: two seconds. */
const WINDOW_STEPS = 2_000 / STEP_MS
/** Maximum delay of audio from the player through the room to the microphone's frames. */
const MAX_LAG = 400 / STEP_MS
/** Two levels with this correlation are the same voice. */
const SAME_VOICE = 0.7
/** Fewer voiced steps are inconclusive, and a voice without pauses varies too little. */
const MIN_DEVIATION = 0.03

/** Compared length of speech during a reply, before it takes the turn. */
const SOUND_WINDOW = 500 / STEP_MS
/**
 * Short stretches correlate by chance more easily: at this threshold, one in fifty of other voices does
 * (tests in nine languages).
 */
const SAME_SOUND = 0.85
/** Duration of playback without a detected sound before interruptions are accepted … */
const TRUST_AFTER = 2_000 / STEP_MS
/** … doubled after every sound, up to this. */
const TRUST_AFTER_MOST = 32_000 / STEP_MS

/**
 * Decides whether the microphone picks up the player: then Vee must not listen while it speaks, because it
 * would transcribe itself. It starts with distrust: a browser's echo canceller needs time to adapt, and until
 * then an echo sounds like a person.
 */
export interface EchoGuard {
  /** Called with each frame during playback: levels of player and microphone, 0…1 on a perceptual scale. */
  push(played: number, microphoneLevel: number): void
  /** Called when the detector finds speech during playback. */
  soundBegan(): void
  /** Returns true if a sound may be treated as speech of the user. */
  mayListen(): boolean
  /** Returns the correlation, 0…1, for diagnosis. */
  likeness(): number
  reset(): void
}

export function createEchoGuard(): EchoGuard {
  let played: number[] = []
  let microphoneLevels: number[] = []
  let likeness = 0
  let soundLikeness = 0
  /** voiced steps without a detected sound */
  let quietSteps = 0
  /** of the incomplete step */
  let step = { frames: 0, played: 0, microphone: 0 }
  let trustAfter = TRUST_AFTER

  function distrust(): void {
    // Detections in consecutive steps are one sound.
    if (quietSteps > SOUND_WINDOW) trustAfter = Math.min(TRUST_AFTER_MOST, 2 * trustAfter)
    quietSteps = 0
  }

  function compare(nextPlayed: number, nextMicrophone: number): void {
    played = [...played, nextPlayed].slice(-WINDOW_STEPS)
    microphoneLevels = [...microphoneLevels, nextMicrophone].slice(-WINDOW_STEPS)
    quietSteps += 1
    if (played.length < WINDOW_STEPS) return
    likeness = bestCorrelation(played, microphoneLevels)
    soundLikeness = bestOfSound(played, microphoneLevels)
    if (likeness >= SAME_VOICE || soundLikeness >= SAME_SOUND) distrust()
  }

  return {
    push(nextPlayed, nextMicrophone) {
      const frames = step.frames + 1
      step = { frames, played: step.played + nextPlayed, microphone: step.microphone + nextMicrophone }
      if (frames < FRAMES_PER_STEP) return
      compare(step.played / frames, step.microphone / frames)
      step = { frames: 0, played: 0, microphone: 0 }
    },
    soundBegan() {
      if (quietSteps < trustAfter) distrust()
    },
    mayListen: () => quietSteps >= trustAfter,
    likeness: () => Math.max(0, likeness, soundLikeness),
    reset() {
      played = []
      microphoneLevels = []
      likeness = 0
      soundLikeness = 0
      step = { frames: 0, played: 0, microphone: 0 }
      quietSteps = 0
      trustAfter = TRUST_AFTER
    },
  }
}

/** Returns the best correlation over the possible delays of room and sound card. */
function bestCorrelation(played: readonly number[], microphoneLevels: readonly number[]): number {
  let best = 0
  for (let lag = 0; lag <= MAX_LAG; lag += 1) {
    best = Math.max(best, correlation(played, 0, microphoneLevels, lag, played.length - lag))
  }
  return best
}

/** Returns the best correlation of the latest microphone audio with earlier playback. */
function bestOfSound(played: readonly number[], microphoneLevels: readonly number[]): number {
  let best = 0
  const from = microphoneLevels.length - SOUND_WINDOW
  for (let lag = 0; lag <= MAX_LAG; lag += 1) {
    best = Math.max(best, correlation(played, from - lag, microphoneLevels, from, SOUND_WINDOW))
  }
  return best
}

/**
 * Returns Pearson's correlation over `length` values from each offset on; 0 if one of them hardly varies. In
 * one pass, because it runs during playback.
 */
function correlation(
  left: readonly number[],
  oneFrom: number,
  other: readonly number[],
  otherFrom: number,
  length: number,
): number {
  let [oneSum, otherSum, oneSquares, otherSquares, products] = [0, 0, 0, 0, 0]
  for (let index = 0; index < length; index += 1) {
    const a = left[oneFrom + index] ?? 0
    const b = other[otherFrom + index] ?? 0
    oneSum += a
    otherSum += b
    oneSquares += a * a
    otherSquares += b * b
    products += a * b
  }
  const oneDeviation = oneSquares - (oneSum * oneSum) / length
  const otherDeviation = otherSquares - (otherSum * otherSum) / length
  const least = MIN_DEVIATION * MIN_DEVIATION * length
  if (oneDeviation < least || otherDeviation < least) return 0
  return (products - (oneSum * otherSum) / length) / Math.sqrt(oneDeviation * otherDeviation)
}
