/** Plays samples one after another, without a gap. Positions are seconds of sound since the last `silence`. */
export interface PcmPlayer {
  /** Samples at SPEECH_SAMPLE_RATE, in −1…1. */
  write(samples: Float32Array): void
  /** What was written last ended a sentence: nothing of it has to wait for more. */
  endSentence(): void
  /** Where the next written sample will be. */
  end(): number
  /** Softer by 12 dB while somebody may be about to speak, or as loud as before. */
  duck(isDucked: boolean): void
  /** Falls silent within 15 ms and keeps what was written, or goes on from the same sample. */
  hold(isHeld: boolean): void
  /** Falls silent within 15 ms and forgets what was written; neither ducks nor holds any more. Positions start anew. */
  silence(): void
  /** Loudness now, root mean square 0…1. */
  level(): number
  dispose(): void
}

/** What is left of the volume while it ducks: −12 dB. */
export const DUCKED = 0.25

export interface PlayerOptions {
  /** Told while speech plays, about every 20 ms, and when the last sample was played. */
  readonly onPlayed: (position: number) => void
  /** 0…1, read at every write */
  readonly volume: () => number
}

export type OpenPlayer = (context: AudioContext, options: PlayerOptions) => Promise<PcmPlayer>
