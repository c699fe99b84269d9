import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/*
 * Paths of all files that are read while the server runs. The entry point is either `server/src/main.ts` or
 * the bundle `server/dist/main.js`, which contains this module too. Both are two levels below the project's
 * root, and the build copies prompts to the same relative paths next to the bundle.
 */
const IS_SOURCE = extname(import.meta.filename) === '.ts'
const PROGRAM = IS_SOURCE ? join(import.meta.dirname, '..') : import.meta.dirname

/** The built web client. */
export const WEB_DIST = join(PROGRAM, '..', '..', 'web', 'dist')

/**
 * Returns the path of a worker's program: a TypeScript file in `workers/` when run from source, otherwise a
 * separate bundle next to the main one.
 */
const worker = (name: string) =>
  pathToFileURL(
    IS_SOURCE ? join(PROGRAM, 'workers', `${name}.worker.ts`) : join(PROGRAM, `${name}.worker.js`),
  )

/** Maintains the SQLite database. */
export const MAINTENANCE_WORKER = worker('maintenance')
/** Extracts the text of web pages. */
export const PAGE_WORKER = worker('readability')
/** Transcribes and synthesizes speech with local engines. */
export const SPEECH_WORKER = worker('speech')
/** Searches what people have stored. */
export const KNOWLEDGE_WORKER = worker('knowledge')
/** Embeds texts with a model on this machine. */
export const EMBEDDING_WORKER = worker('embedding')
/** Counts tokens. */
export const TOKEN_WORKER = worker('tokenizer')

/** Returns the path of the WebAssembly that runs models in ONNX; the build copies it next to the bundle. */
export const onnxRuntime = (): string =>
  IS_SOURCE
    ? createRequire(import.meta.url).resolve(`onnxruntime-web/${ONNX_RUNTIME_FILE}`)
    : join(PROGRAM, ONNX_RUNTIME_FILE)
const ONNX_RUNTIME_FILE = 'ort-wasm-simd-threaded.wasm'

/** The folders of the agents, with their prompts. */
export const AGENTS_DIRECTORY = pathToFileURL(join(PROGRAM, 'agents', '/'))
