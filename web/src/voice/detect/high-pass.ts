/** A second-order high-pass filter (Butterworth), for a stream of samples at one rate. Frequencies in Hz. */
export function createHighPass(cutoff: number, sampleRate: number): (sample: number) => number {
  const omega = (2 * Math.PI * cutoff) / sampleRate
  const cosine = Math.cos(omega)
  const alpha = Math.sin(omega) / Math.SQRT2
  const a0 = 1 + alpha
  const b0 = (1 + cosine) / 2 / a0
  const b1 = -2 * b0
  const a1 = (-2 * cosine) / a0
  const a2 = (1 - alpha) / a0
  let [x1, x2, y1, y2] = [0, 0, 0, 0]

  return (x0) => {
    const y0 = b0 * x0 + b1 * x1 + b0 * x2 - a1 * y1 - a2 * y2
    ;[x1, x2, y1, y2] = [x0, x1, y0, y1]
    return y0
  }
}
