import modelUrl from '@ricky0123/vad-web/dist/silero_vad_v5.onnx?url'
import { env } from 'onnxruntime-web/wasm'
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import type { SileroReport, SileroRequest } from './silero-messages.ts'
import { loadSilero, type SileroModel } from './silero-model.ts'
import { SpeechJudge, WINDOW_SAMPLES } from './speech-judge.ts'

/** Runs the model in a worker, on one thread. */

// More threads need a cross-origin isolated page.
env.wasm.numThreads = 1
env.wasm.wasmPaths = { wasm: wasmUrl }

const report = (message: SileroReport) => postMessage(message)

let run = 0
let judge = new SpeechJudge()
let begun = new Int16Array()
/** processes one window after the other */
let work: Promise<void> = Promise.resolve()
const model = loadSilero(modelUrl)

model.then(
  () => report({ type: 'ready' }),
  () => report({ type: 'broken' }),
)

addEventListener('message', ({ data }: MessageEvent<SileroRequest>) => {
  work = work.then(() => executeCommand(data)).catch(() => report({ type: 'broken' }))
})

async function executeCommand(request: SileroRequest): Promise<void> {
  const silero = await model
  if (request.type === 'reset') {
    run = request.run
    judge = new SpeechJudge()
    begun = new Int16Array()
    silero.reset()
  } else await take(silero, request.samples)
}

async function take(silero: SileroModel, samples: Int16Array): Promise<void> {
  const all = new Int16Array(begun.length + samples.length)
  all.set(begun)
  all.set(samples, begun.length)
  let at = 0
  for (; at + WINDOW_SAMPLES <= all.length; at += WINDOW_SAMPLES) {
    const detection = judge.judge(await silero.probabilityOf(all.subarray(at, at + WINDOW_SAMPLES)))
    if (detection) report({ type: 'found', run, detection })
  }
  begun = all.slice(at)
}
