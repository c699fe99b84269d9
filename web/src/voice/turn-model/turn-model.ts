import { Tensor } from 'onnxruntime-web/wasm'
import { openModel } from '../model-runtime.ts'
import { FEATURE_FRAMES, logMelOf, MEL_BINS } from './log-mel.ts'

/** Smart Turn v3: returns how probable it is that the speaker has finished, 0…1. */
export interface TurnModel {
  /** Expects the turn so far, with the pause after it, at CAPTURE_SAMPLE_RATE. */
  probabilityOf(samples: Int16Array): Promise<number>
}

const INPUT = 'input_features'

/**
 * Throws if the file is no such model.
 * @param model the model file, or its address
 */
export async function loadTurnModel(model: string | Uint8Array): Promise<TurnModel> {
  const session = await openModel(model)
  const [output] = session.outputNames
  if (!session.inputNames.includes(INPUT) || output === undefined)
    throw new Error(`a turn model has the input ${INPUT}`)
  return {
    async probabilityOf(samples) {
      const features = new Tensor('float32', logMelOf(samples), [1, MEL_BINS, FEATURE_FRAMES])
      const { [output]: result } = await session.run({ [INPUT]: features })
      const probability = Number(result?.data[0])
      if (!(probability >= 0 && probability <= 1)) throw new Error('a turn model returns a probability')
      return probability
    },
  }
}
