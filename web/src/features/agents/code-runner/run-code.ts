import workerUrl from './sandbox.worker.ts?worker&url'
import { readSandboxMessage, type Job, type PythonFiles, type RunnableLanguage } from './job.ts'

/** Time limit of a program in ms, after everything was loaded. */
export const TIME_LIMIT_MS = 10_000
/** Time limit for loading, in ms. */
const LOAD_LIMIT_MS = 60_000
const OUTPUT_LIMIT = 100_000
/** Maximum number of messages: a loop of empty lines never reaches a limit on text. */
const MESSAGE_LIMIT = 20_000

export type RunEnd = 'done' | 'failed' | 'timeout' | 'too-much' | 'unavailable'

interface RunListener {
  begun(): void
  output(text: string, isError: boolean): void
  /** `ms` since the start of the program */
  ended(end: RunEnd, ms: number): void
}

/**
 * Runs a program in isolation: in a worker inside a frame with its own origin, whose policy blocks all
 * requests. It has no access to network, storage or the page; removing the frame terminates it. Returns a
 * function that stops it, after which nothing is reported.
 */
export function runCode(language: RunnableLanguage, code: string, listener: RunListener): () => void {
  const stop = new AbortController()
  void start(language, code, listener, stop.signal)
  return () => stop.abort()
}

async function start(
  language: RunnableLanguage,
  code: string,
  listener: RunListener,
  stopped: AbortSignal,
): Promise<void> {
  let begunAt: number | undefined
  let frame: HTMLIFrameElement | undefined
  let messages = 0
  let timer = setTimeout(() => end('unavailable'), LOAD_LIMIT_MS)
  const cleanUp = () => {
    clearTimeout(timer)
    frame?.remove()
    stopped.removeEventListener('abort', cleanUp)
  }
  let isOver = false
  function end(how: RunEnd): void {
    if (isOver || stopped.aborted) return
    isOver = true
    cleanUp()
    listener.ended(how, begunAt === undefined ? 0 : performance.now() - begunAt)
  }
  function hear({ data }: MessageEvent): void {
    if (isOver || stopped.aborted) return
    const message = readSandboxMessage(data)
    if (++messages > MESSAGE_LIMIT) end('too-much')
    else if (message?.type === 'begun' && begunAt === undefined) {
      begunAt = performance.now()
      clearTimeout(timer)
      timer = setTimeout(() => end('timeout'), TIME_LIMIT_MS)
      listener.begun()
    } else if (message?.type === 'output') listener.output(message.text, message.isError)
    else if (message?.type === 'too-much') end('too-much')
    else if (message?.type === 'broken') end('unavailable')
    else if (message?.type === 'ended') end(message.hasFailed ? 'failed' : 'done')
  }
  stopped.addEventListener('abort', cleanUp)
  try {
    const [program, python] = await Promise.all([
      textOf(workerUrl),
      language === 'python' ? pythonFiles() : undefined,
    ])
    if (isOver || stopped.aborted) return
    const job: Job = { language, code, outputLimit: OUTPUT_LIMIT, ...(python && { python }) }
    const channel = new MessageChannel()
    channel.port1.addEventListener('message', hear)
    channel.port1.start()
    frame = sandboxFrame((target) => target.postMessage({ program, job }, '*', [channel.port2]))
  } catch {
    end('unavailable')
  }
}

/** Returns a frame that may only run scripts: without `allow-same-origin` it has its own origin. */
function sandboxFrame(onLoad: (target: Window) => void): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  frame.hidden = true
  frame.addEventListener('load', () => frame.contentWindow && onLoad(frame.contentWindow), { once: true })
  frame.src = '/sandbox.html'
  document.body.append(frame)
  return frame
}

async function fetched(url: string): Promise<Response> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status}`)
  return response
}
const textOf = async (url: string) => (await fetched(url)).text()
const bytesOf = async (url: string) => (await fetched(url)).arrayBuffer()

let loading: Promise<PythonFiles> | undefined

/** Loaded with the first Python program and cached; retried after a failure. */
function pythonFiles(): Promise<PythonFiles> {
  loading ??= fetchPython().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function fetchPython(): Promise<PythonFiles> {
  const { PYTHON } = await import('./python-files.ts')
  const [loader, engine, wasm, library, lock] = await Promise.all([
    textOf(PYTHON.loader),
    textOf(PYTHON.engine),
    bytesOf(PYTHON.wasm),
    bytesOf(PYTHON.library),
    textOf(PYTHON.lock),
  ])
  return { loader, engine, wasm, library, lock }
}
