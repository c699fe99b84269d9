import { Tensor } from 'onnxruntime-web/wasm'
import { CAPTURE_SAMPLE_RATE } from '../../capture/frames.ts'
import { openModel } from '../../model-runtime.ts'
import { WINDOW_SAMPLES } from './speech-judge.ts'

/** Samples of the previous window that the model uses as context. */
const CONTEXT_SAMPLES = 64
const STATE_SHAPE = [2, 1, 128] as const
const STATE_LENGTH = 256
const FULL_SCALE = 0x8000

/** Silero VAD v5: returns the probability of speech, 0…1, window by window. */
export interface SileroModel {
  /** Expects WINDOW_SAMPLES samples. */
  probabilityOf(window: Int16Array): Promise<number>
  reset(): void
}

/** @param model the model file, or its address */
export async function loadSilero(model: string | Uint8Array): Promise<SileroModel> {
  const session = await openModel(model)
  const sampleRate = new Tensor('int64', [BigInt(CAPTURE_SAMPLE_RATE)])
  let state = emptyState()
  let context = new Float32Array(CONTEXT_SAMPLES)

  return {
    async probabilityOf(window) {
      const input = new Float32Array(CONTEXT_SAMPLES + WINDOW_SAMPLES)
      input.set(context)
      for (const [index, sample] of window.entries()) input[CONTEXT_SAMPLES + index] = sample / FULL_SCALE
      context = input.slice(-CONTEXT_SAMPLES)
      const { output, stateN } = await session.run({
        input: new Tensor('float32', input, [1, input.length]),
        state,
        sr: sampleRate,
      })
      if (stateN) state = stateN as typeof state
      return Number(output?.data[0] ?? 0)
    },
    reset() {
      state = emptyState()
      context = new Float32Array(CONTEXT_SAMPLES)
    },
  }
}

function emptyState() {
  return new Tensor('float32', new Float32Array(STATE_LENGTH), STATE_SHAPE)
}
