import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import { setUpModelRuntime } from '../model-runtime.ts'
import type { TurnModelReport, TurnModelRequest } from './turn-model-messages.ts'
import { loadTurnModel, type TurnModel } from './turn-model.ts'

/** Runs the host's turn model in a worker, on one thread. */

setUpModelRuntime(wasmUrl)

const report = (message: TurnModelReport) => postMessage(message)

let model: TurnModel | undefined
/** runs one request after the other */
let work: Promise<void> = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<TurnModelRequest>) => {
  work = work.then(() => execute(data)).catch(() => report({ type: 'broken' }))
})

async function execute(request: TurnModelRequest): Promise<void> {
  if (request.type === 'load') {
    model = await loadTurnModel(request.address)
    // The first run takes longer.
    await model.probabilityOf(new Int16Array())
    return report({ type: 'ready' })
  }
  if (model)
    report({ type: 'judged', id: request.id, probability: await model.probabilityOf(request.samples) })
}
