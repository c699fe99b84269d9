import modelUrl from '@ricky0123/vad-web/dist/silero_vad_v5.onnx?url'
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import { setUpModelRuntime } from '../../model-runtime.ts'
import type { SileroRequest } from './silero-messages.ts'
import { loadSilero } from './silero-model.ts'
import { createSileroService } from './silero-service.ts'

/** Runs the model in a worker, on one thread. */

setUpModelRuntime(wasmUrl)

const receive = createSileroService(
  loadSilero(modelUrl),
  (message) => postMessage(message),
  () => performance.now(),
)

addEventListener('message', ({ data }: MessageEvent<SileroRequest>) => void receive(data))
