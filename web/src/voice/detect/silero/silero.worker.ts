import modelUrl from '@ricky0123/vad-web/dist/silero_vad_v5.onnx?url'
import { env } from 'onnxruntime-web/wasm'
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import type { SileroRequest } from './silero-messages.ts'
import { loadSilero } from './silero-model.ts'
import { createSileroService } from './silero-service.ts'

/** Runs the model in a worker, on one thread. */

// More threads need a cross-origin isolated page.
env.wasm.numThreads = 1
env.wasm.wasmPaths = { wasm: wasmUrl }

const receive = createSileroService(
  loadSilero(modelUrl),
  (message) => postMessage(message),
  () => performance.now(),
)

addEventListener('message', ({ data }: MessageEvent<SileroRequest>) => void receive(data))
