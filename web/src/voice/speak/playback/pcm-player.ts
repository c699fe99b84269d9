/** Plays samples without gaps. Positions are seconds of audio since the last `silence`. */
export interface PcmPlayer {
  /** Samples at SPEECH_SAMPLE_RATE, in −1…1. */
  write(samples: Float32Array): void
  /** Marks the end of a sentence: its samples need not wait for more. */
  endSentence(): void
  /** Returns the position of the next written sample. */
  end(): number
  /** Lowers the volume by 12 dB while the user may be about to speak, or restores it. */
  duck(isDucked: boolean): void
  /** Falls silent within 15 ms and keeps the buffer, or resumes from the same sample. */
  setPaused(isPaused: boolean): void
  /** Falls silent within 15 ms, clears the buffer, and ends ducking and pausing. Positions restart. */
  flush(): void
  /** Returns the current loudness, root mean square 0…1. */
  level(): number
  dispose(): void
}

/** Volume while ducked: −12 dB. */
export const DUCKED = 0.25

export interface PlayerOptions {
  /** Called while speech plays, about every 20 ms, and after the last sample. */
  readonly onPlayed: (position: number) => void
  /** 0…1, read at every write */
  readonly volume: () => number
}

export type OpenPlayer = (context: AudioContext, options: PlayerOptions) => Promise<PcmPlayer>
