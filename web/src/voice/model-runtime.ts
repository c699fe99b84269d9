import { env, InferenceSession } from 'onnxruntime-web/wasm'

/**
 * Sets the runtime of ONNX models up, before the first one is opened: on one thread, because more need a cross-origin
 * isolated page.
 * @param wasmUrl address of the runtime's WebAssembly; undefined: beside its script, as in Node
 */
export function setUpModelRuntime(wasmUrl?: string): void {
  env.wasm.numThreads = 1
  if (wasmUrl !== undefined) env.wasm.wasmPaths = { wasm: wasmUrl }
}

/**
 * Rejects if it is no model, or cannot be fetched.
 * @param model the model file, or its address
 */
export const openModel = (model: string | Uint8Array): Promise<InferenceSession> =>
  typeof model === 'string' ? InferenceSession.create(model) : InferenceSession.create(model)
