/** What the capture worklet sends: mono, 16-bit, at this rate in Hz, in frames of FRAME_MS. */
export const CAPTURE_SAMPLE_RATE = 16_000
export const FRAME_MS = 10
export const FRAME_SAMPLES = (CAPTURE_SAMPLE_RATE * FRAME_MS) / 1_000

export interface Frame {
  readonly samples: Int16Array<ArrayBuffer>
  /** root mean square of the samples, 0…1 */
  readonly level: number
}

/** The worklet answers `flush` with the frame it has begun, and then with undefined: nothing more will come. */
export type WorkletRequest = 'flush'
export type WorkletMessage = Frame | undefined

/** The name under which the worklet registers its processor. */
export const CAPTURE_PROCESSOR = 'vee-capture'
