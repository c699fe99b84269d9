import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createEnergyDetector } from '@vee/contract/audio/energy-detector'
import {
  createSileroDetector,
  type DetectorWorker,
} from '../../web/src/voice/detect/silero/silero-detector.ts'
import type { SileroReport } from '../../web/src/voice/detect/silero/silero-messages.ts'
import { loadSilero, type SileroModel } from '../../web/src/voice/detect/silero/silero-model.ts'
import { createSileroService } from '../../web/src/voice/detect/silero/silero-service.ts'
import type { BenchDetector } from './conversation.ts'

const PACKAGE = dirname(
  createRequire(join(import.meta.dirname, '../../web/package.json')).resolve('@ricky0123/vad-web'),
)

/** The model, and the time that it took so far. */
export interface MeasuredSilero {
  readonly model: SileroModel
  readonly windows: () => { readonly count: number; readonly ms: number }
}

export async function loadMeasuredSilero(): Promise<MeasuredSilero> {
  const model = await loadSilero(new Uint8Array(await readFile(join(PACKAGE, 'silero_vad_v5.onnx'))))
  let [count, ms] = [0, 0]
  return {
    model: {
      async probabilityOf(window) {
        const startedAt = performance.now()
        const probability = await model.probabilityOf(window)
        count += 1
        ms += performance.now() - startedAt
        return probability
      },
      reset: () => model.reset(),
    },
    windows: () => ({ count, ms }),
  }
}

/** The detector for noisy rooms, with its worker's code in this process; results arrive with the next frame. */
export function sileroDetector({ model }: MeasuredSilero): BenchDetector {
  let listener: ((event: { readonly data: SileroReport }) => void) | undefined
  let running = 0
  // Time is virtual: the model is never too slow.
  const service = createSileroService(
    Promise.resolve(model),
    (data) => listener?.({ data }),
    () => 0,
  )
  const worker: DetectorWorker = {
    postMessage(message) {
      running += 1
      void service(message).then(() => (running -= 1))
    },
    addEventListener: (_type, added) => void (listener = added),
    terminate: () => undefined,
  }
  const light = createEnergyDetector({ sensitivityDb: -50, hasOneSpeaker: true })
  return { detector: createSileroDetector(worker, light), isBusy: () => running > 0 }
}
