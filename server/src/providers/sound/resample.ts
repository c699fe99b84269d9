/** Number of input samples per output sample. */
const TAPS = 24
const HALF = TAPS / 2

/**
 * Changes the sample rate of 16-bit mono audio chunk by chunk. The output does not depend on how the input is
 * split; `end` returns the remaining samples.
 */
export interface Resampler {
  push(samples: Int16Array): Int16Array
  end(): Int16Array
}

/**
 * Creates a polyphase filter: with `up`/`down` as the reduced ratio of the rates, output n is at input
 * position n·down/up, and each of the `up` fractions between two inputs has one set of weights of a windowed
 * sinc.
 */
export function createPcmResampler(fromRate: number, toRate: number): Resampler {
  const divisor = greatestCommonDivisor(fromRate, toRate)
  const up = toRate / divisor
  const down = fromRate / divisor
  const phases = Array.from({ length: up }, (_, phase) =>
    weightsAt(phase / up, Math.min(1, toRate / fromRate)),
  )
  // The first output is at the position of the first input, which requires silence before it.
  let waiting = new Int16Array(HALF - 1)
  let received = 0
  let sampleCount = 0

  function convertUntil(samples: Int16Array, until: number): Int16Array {
    const input = joined(waiting, samples)
    const firstInput = received - waiting.length
    received += samples.length
    const output = new Int16Array(Math.max(0, until - sampleCount))
    for (let i = 0; i < output.length; i++, sampleCount++) {
      const start = Math.floor((sampleCount * down) / up) - firstInput - HALF + 1
      output[i] = weigh(input, start, phases[(sampleCount * down) % up] ?? [])
    }
    const next = Math.floor((sampleCount * down) / up) - firstInput - HALF + 1
    waiting = input.slice(Math.min(next, input.length))
    return output
  }

  return {
    push: (samples) => convertUntil(samples, countBelow(received + samples.length - HALF)),
    end: () => convertUntil(new Int16Array(HALF), countBelow(received)),
  }

  /** Returns the number of outputs before an input position. */
  function countBelow(position: number): number {
    return Math.max(0, Math.ceil((position * up) / down))
  }
}

function weigh(input: Int16Array, start: number, weights: readonly number[]): number {
  const sum = weights.reduce((sum, weight, tap) => sum + weight * (input[start + tap] ?? 0), 0)
  return Math.max(-32_768, Math.min(32_767, Math.round(sum)))
}

/**
 * Returns the weights of an output at `fraction` after the middle input; they add up to 1, so that loudness
 * does not change.
 */
function weightsAt(fraction: number, cutoff: number): readonly number[] {
  const raw = Array.from({ length: TAPS }, (_, tap) => {
    const distance = tap - (HALF - 1) - fraction
    return sinc(distance * cutoff) * blackman(distance / HALF)
  })
  const sum = raw.reduce((total, weight) => total + weight, 0)
  return raw.map((weight) => weight / sum)
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))
/** For x from −1 to 1, with the maximum at 0. */
const blackman = (x: number) => 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x)

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b)

function joined(before: Int16Array, after: Int16Array): Int16Array<ArrayBuffer> {
  const all = new Int16Array(before.length + after.length)
  all.set(before)
  all.set(after, before.length)
  return all
}
