/** Zero crossings of the sinc on each side: enough that speech above 7 kHz fades instead of folding back. */
const HALF_TAPS = 16

function windowedSinc(distance: number, cutoff: number, halfWidth: number): number {
  const reach = distance / halfWidth
  if (Math.abs(reach) >= 1) return 0
  const phase = Math.PI * cutoff * distance
  const sinc = phase === 0 ? 1 : Math.sin(phase) / phase
  const blackman = 0.42 + 0.5 * Math.cos(Math.PI * reach) + 0.08 * Math.cos(2 * Math.PI * reach)
  return cutoff * sinc * blackman
}

/** Rates in lowest terms: the number of different positions an output sample can have between two input samples. */
function phasesOf(inputRate: number, outputRate: number): number {
  let [a, b] = [inputRate, outputRate]
  while (b > 0) [a, b] = [b, a % b]
  return outputRate / a
}

export type Resample = (input: Float32Array) => Float32Array

/**
 * Changes the sample rate of a stream of chunks of any size. Uses a windowed-sinc filter below the lower of
 * the two Nyquist frequencies; its taps are computed once for each phase. Rates are integers in Hz.
 */
export function createResampler(inputRate: number, outputRate: number): Resample {
  if (inputRate === outputRate) return (input) => input
  const cutoff = Math.min(1, outputRate / inputRate)
  const halfWidth = HALF_TAPS / cutoff
  const width = 2 * Math.ceil(halfWidth)
  const phases = phasesOf(inputRate, outputRate)
  const taps = Array.from({ length: phases }, (_, phase) => {
    const weights = Float32Array.from({ length: width }, (_, tap) =>
      windowedSinc(tap - width / 2 + 1 - phase / phases, cutoff, halfWidth),
    )
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return weights.map((weight) => weight / sum)
  })
  const stride = inputRate / outputRate
  const wholeStride = Math.floor(stride)
  const phaseStride = Math.round((stride - wholeStride) * phases)

  // Silence before the first sample, so that it is in the middle of the filter.
  let pending = new Float32Array(width / 2 - 1)
  let position = 0
  let phase = 0

  return (input) => {
    const samples = new Float32Array(pending.length + input.length)
    samples.set(pending)
    samples.set(input, pending.length)
    const output = new Float32Array(
      Math.max(0, Math.ceil((samples.length - width - position + 1) / stride) + 1),
    )
    let written = 0
    while (position + width <= samples.length) {
      output[written++] = dotProduct(samples, position, taps[phase] ?? new Float32Array(width))
      position += wholeStride
      phase += phaseStride
      if (phase >= phases) {
        phase -= phases
        position += 1
      }
    }
    const consumed = Math.min(position, samples.length)
    pending = samples.slice(consumed)
    position -= consumed
    return output.subarray(0, written)
  }
}

function dotProduct(samples: Float32Array, offset: number, weights: Float32Array): number {
  let sum = 0
  for (let index = 0; index < weights.length; index++) {
    sum += (samples[offset + index] ?? 0) * (weights[index] ?? 0)
  }
  return sum
}
