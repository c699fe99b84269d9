import { FRAME_MS } from '../capture/frames.ts'

/** Levels are compared in steps of this length. */
const STEP_MS = 20
const FRAMES_PER_STEP = STEP_MS / FRAME_MS
/** Maximum delay of audio from the player through the room to the microphone's frames, with reverberation. */
const ECHO_STEPS = 400 / STEP_MS
/** Coupling is estimated from so much of the voice, and known from so much on. */
const COUPLING_STEPS = 3_000 / STEP_MS
const COUPLING_KNOWN = 800 / STEP_MS
/** Share of the steps whose echo is at most as loud as the estimate. */
const COUPLING_SHARE = 0.85
/** Sound this far above the expected echo is of a person; levels are 1 per 50 dB. */
const ABOVE_ECHO = 6 / 50
/** Softer sound is no speech to Vee: −42 dBFS. */
const MIN_LEVEL = 0.16
/** Playback below this has no measurable echo. */
const MIN_PLAYBACK_LEVEL = 0.15
const START_WINDOW = 300 / STEP_MS
const START_STEPS = 6
const END_STEPS = 500 / STEP_MS
/** A canceller and the voice's loud syllables hide a person for about half a second within a sentence. */
const END_STEPS_IN_ECHO = 800 / STEP_MS

/** `agoMs`: how long before the call it happened. */
interface NearEndChange {
  readonly type: 'start' | 'end'
  readonly agoMs: number
}

/**
 * Detects a person who speaks into the echo of the voice. It learns how loud the loudspeaker arrives at the
 * microphone, and reports sound that the echo cannot explain. For loudspeakers whose echo is not cancelled.
 */
export interface NearEndDetector {
  /** Called with each frame: levels of player and microphone, 0…1 on a perceptual scale. */
  push(played: number, heardLevel: number): NearEndChange | undefined
  /** Returns true from a start to its end. */
  isActive(): boolean
  /** Ends a sound that is not followed any more. What was learned about the loudspeaker stays. */
  cancel(): void
}

export function createNearEndDetector(): NearEndDetector {
  let step = { frames: 0, played: 0, heard: 0 }
  let played: number[] = []
  let couplings: number[] = []
  /** evidence of the last steps, newest last */
  let evidence: boolean[] = []
  let isActive = false
  let silentSteps = 0

  function judge(nextPlayed: number, heardLevel: number): NearEndChange | undefined {
    played = [...played, nextPlayed].slice(-ECHO_STEPS)
    const loudest = Math.max(...played)
    const isNear = heardLevel >= MIN_LEVEL && heardLevel > expectedEcho(loudest) + ABOVE_ECHO
    if (loudest >= MIN_PLAYBACK_LEVEL && !isActive)
      couplings = [...couplings, heardLevel - loudest].slice(-COUPLING_STEPS)
    return isActive ? awaitEnd(isNear, loudest >= MIN_PLAYBACK_LEVEL) : awaitStart(isNear)
  }

  function expectedEcho(loudest: number): number {
    if (loudest < MIN_PLAYBACK_LEVEL) return 0
    if (couplings.length < COUPLING_KNOWN) return 1
    const sorted = couplings.toSorted((a, b) => a - b)
    return loudest + (sorted[Math.floor(COUPLING_SHARE * sorted.length)] ?? 0)
  }

  function awaitStart(isNear: boolean): NearEndChange | undefined {
    evidence = [...evidence, isNear].slice(-START_WINDOW)
    if (evidence.filter(Boolean).length < START_STEPS) return undefined
    const agoMs = (evidence.length - evidence.indexOf(true)) * STEP_MS
    isActive = true
    silentSteps = 0
    evidence = []
    return { type: 'start', agoMs }
  }

  function awaitEnd(isNear: boolean, isEchoed: boolean): NearEndChange | undefined {
    silentSteps = isNear ? 0 : silentSteps + 1
    if (silentSteps < (isEchoed ? END_STEPS_IN_ECHO : END_STEPS)) return undefined
    isActive = false
    return { type: 'end', agoMs: silentSteps * STEP_MS }
  }

  return {
    push(nextPlayed, heardLevel) {
      const frames = step.frames + 1
      step = { frames, played: Math.max(step.played, nextPlayed), heard: step.heard + heardLevel }
      if (frames < FRAMES_PER_STEP) return undefined
      const change = judge(step.played, step.heard / frames)
      step = { frames: 0, played: 0, heard: 0 }
      return change
    },
    isActive: () => isActive,
    cancel() {
      isActive = false
      evidence = []
    },
  }
}
