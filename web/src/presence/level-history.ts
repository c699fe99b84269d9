import { clamp01, mix } from './values.ts'

const SAMPLES_PER_SECOND = 60
/** A little over two seconds: longer than a wave needs along the membrane. */
const SAMPLES = 128
/** Levels arrive about 30 times per second; a fast rise and slow fall look natural. */
const RISE = 0.3
const FALL = 0.14

/** The recent sound levels, so that a syllable can move along the membrane. */
export class LevelHistory {
  readonly #samples = new Float32Array(SAMPLES)
  #newest = 0
  #recordedUntil = 0

  /** Fills the history up to that second with a level that approaches the given one (0..1). */
  record(level: number, seconds: number): void {
    const missing = Math.round((seconds - this.#recordedUntil) * SAMPLES_PER_SECOND)
    if (missing <= 0) return
    this.#recordedUntil = seconds
    for (let sample = 0; sample < Math.min(missing, SAMPLES); sample++) {
      const last = this.levelAt(0)
      const next = mix(last, clamp01(level), level > last ? RISE : FALL)
      this.#newest = (this.#newest + 1) % SAMPLES
      this.#samples[this.#newest] = next
    }
  }

  /** Returns the level that many seconds ago, interpolated between samples. */
  levelAt(secondsAgo: number): number {
    const back = Math.min(SAMPLES - 2, Math.max(0, secondsAgo * SAMPLES_PER_SECOND))
    const index = Math.floor(back)
    return mix(this.#sample(index), this.#sample(index + 1), back - index)
  }

  #sample(back: number): number {
    return this.#samples[(this.#newest - back + SAMPLES) % SAMPLES] ?? 0
  }
}

/** Returns the simulated level of a still picture, so that speaking and listening have distinct shapes. */
export function stillLevel(loudness: number): (secondsAgo: number) => number {
  return (secondsAgo) =>
    loudness * Math.max(0, 0.55 + 0.45 * Math.sin(secondsAgo * 21 + 1)) * (1 - secondsAgo * 0.7)
}
