/** The format of the capture worklet: mono, 16-bit, at this rate in Hz, in frames of FRAME_MS. */
export const CAPTURE_SAMPLE_RATE = 16_000
export const FRAME_MS = 10
export const FRAME_SAMPLES = (CAPTURE_SAMPLE_RATE * FRAME_MS) / 1_000

export interface Frame {
  readonly samples: Int16Array<ArrayBuffer>
  /** root mean square of the samples, 0…1 */
  readonly level: number
  /** samples of the same source that were before it */
  readonly capturedAt: number
}

/** The samples of these frames, one after another. */
export function joinSamples(parts: readonly Int16Array<ArrayBuffer>[]): Int16Array<ArrayBuffer> {
  const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const samples of parts) {
    all.set(samples, offset)
    offset += samples.length
  }
  return all
}

/**
 * Requests to the worklet. `flush` is answered with the incomplete frame, and then with undefined: no more
 * frames follow. `line` transfers a port to which all further frames are posted too.
 */
export type WorkletRequest = 'flush' | 'line'
export type WorkletMessage = Frame | undefined

/** The name under which the worklet registers its processor. */
export const CAPTURE_PROCESSOR = 'vee-capture'
