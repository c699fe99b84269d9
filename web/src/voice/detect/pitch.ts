import { CAPTURE_SAMPLE_RATE } from '../capture/frames.ts'

/** Estimates the pitch of a voice from 16-bit mono audio at CAPTURE_SAMPLE_RATE, one value per hop of 10 ms. */

const DECIMATION = 2
const RATE = CAPTURE_SAMPLE_RATE / DECIMATION
/** Range of the pitch of voices, Hz. */
const MIN_PITCH_HZ = 65
const MAX_PITCH_HZ = 400
const MIN_LAG = Math.floor(RATE / MAX_PITCH_HZ)
const MAX_LAG = Math.ceil(RATE / MIN_PITCH_HZ)
/** Compared samples: 25 ms. */
const WINDOW_SAMPLES = RATE / 40
/** Normalized correlation above which a hop is voiced. */
const VOICED = 0.6
/** A longer lag wins only if it correlates this much better, because multiples of a period correlate as well. */
const OCTAVE_COST = 0.06
/** Energy of the window below which nothing is voiced: −60 dBFS. */
const MIN_ENERGY = WINDOW_SAMPLES * (0.001 * 0x8000) ** 2

export interface PitchTracker {
  /** Adds one hop of 10 ms. Returns its pitch in Hz; 0 if it is not voiced. */
  push(samples: Int16Array): number
}

export function createPitchTracker(): PitchTracker {
  const history = new Float32Array(WINDOW_SAMPLES + MAX_LAG)
  /** correlation by lag, filled again for each voiced hop */
  const likenesses = new Float32Array(MAX_LAG + 2)
  return {
    push(samples) {
      const added = Math.floor(samples.length / DECIMATION)
      history.copyWithin(0, added)
      const from = history.length - added
      for (let index = 0; index < added; index += 1) {
        let sum = 0
        for (let offset = 0; offset < DECIMATION; offset += 1)
          sum += samples[index * DECIMATION + offset] ?? 0
        history[from + index] = sum / DECIMATION
      }
      return pitchOf(history, likenesses)
    },
  }
}

/** Returns the pitch of the last window, compared with the audio before it. */
function pitchOf(history: Float32Array, likenesses: Float32Array): number {
  const start = history.length - WINDOW_SAMPLES
  let energy = 0
  for (let index = start; index < history.length; index += 1) energy += (history[index] ?? 0) ** 2
  if (energy < MIN_ENERGY) return 0
  let [bestLag, best] = [0, 0]
  for (let lag = MIN_LAG; lag <= MAX_LAG; lag += 1) {
    let [product, lagged] = [0, 0]
    for (let index = start; index < history.length; index += 1) {
      const earlier = history[index - lag] ?? 0
      product += (history[index] ?? 0) * earlier
      lagged += earlier * earlier
    }
    const likeness = product / Math.sqrt(energy * lagged + 1)
    likenesses[lag] = likeness
    if (likeness > best + (bestLag === 0 ? 0 : OCTAVE_COST)) [bestLag, best] = [lag, likeness]
  }
  if (best < VOICED) return 0
  const [before, after] = [likenesses[bestLag - 1] ?? 0, likenesses[bestLag + 1] ?? 0]
  const curve = before - 2 * best + after
  const isPeak = curve < 0 && before > 0 && after > 0
  return RATE / (bestLag + (isPeak ? (before - after) / (2 * curve) : 0))
}
