// Runs in a worker with its own origin and a policy that blocks all requests. It is passed as text, so it has
// no imports.
import type { Job, PythonFiles, SandboxMessage } from './job.ts'

interface Pyodide {
  setStdout(options: { batched: (line: string) => void }): void
  setStderr(options: { batched: (line: string) => void }): void
  setStdin(options: { stdin: () => null }): void
  /** undefined for None; Python objects are proxies with a text representation */
  runPythonAsync(code: string): Promise<{ toString(): string } | undefined>
}

type Timer = ReturnType<typeof setTimeout>

let room = 0

function postToPage(message: SandboxMessage): void {
  globalThis.postMessage(message)
}

function write(text: string, isError: boolean): void {
  if (room <= 0) return
  postToPage({ type: 'output', text: text.slice(0, room), isError })
  room -= text.length
  if (room <= 0) postToPage({ type: 'too-much' })
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'function' || typeof value === 'symbol') return String(value)
  if (value instanceof Error) return value.stack ?? String(value)
  if (value instanceof Map) return `Map ${shown([...value])}`
  if (value instanceof Set) return `Set ${shown([...value])}`
  try {
    return JSON.stringify(
      value,
      (_key, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner),
      1,
    ).replaceAll(/\n\s*/g, ' ')
  } catch {
    return String(value)
  }
}

const writeLine =
  (isError: boolean) =>
  (...values: readonly unknown[]) =>
    write(`${values.map(shown).join(' ')}\n`, isError)

function takeConsole(): void {
  const taken = {
    log: writeLine(false),
    info: writeLine(false),
    debug: writeLine(false),
    table: writeLine(false),
    dir: writeLine(false),
  }
  Object.assign(console, taken, { warn: writeLine(true), error: writeLine(true), trace: writeLine(true) })
}

/** Resolves when no timer is pending: a program ends with its last callback. */
function takeTimers(): () => Promise<void> {
  const waiting = new Set<Timer>()
  let settle: (() => void) | undefined
  const done = (timer: Timer | undefined) => {
    if (timer !== undefined && waiting.delete(timer) && waiting.size === 0) settle?.()
  }
  const { setTimeout: later, setInterval: often, clearTimeout: cancel } = globalThis
  const timeout = (
    callback: (...values: readonly unknown[]) => void,
    ms?: number,
    ...values: readonly unknown[]
  ) => {
    const id = later(() => {
      try {
        callback(...values)
      } finally {
        done(id)
      }
    }, ms)
    waiting.add(id)
    return id
  }
  const interval = (
    callback: (...values: readonly unknown[]) => void,
    ms?: number,
    ...values: readonly unknown[]
  ) => {
    const id = often(callback, ms, ...values)
    waiting.add(id)
    return id
  }
  const clear = (id: Timer | undefined) => {
    cancel(id)
    done(id)
  }
  Object.assign(globalThis, {
    setTimeout: timeout,
    setInterval: interval,
    clearTimeout: clear,
    clearInterval: clear,
  })
  return () =>
    new Promise((resolve) => {
      settle = resolve
      if (waiting.size === 0) resolve()
    })
}

async function runJavaScript(code: string): Promise<void> {
  takeConsole()
  const allTimers = takeTimers()
  const fail = (reason: unknown) => {
    write(`${shown(reason)}\n`, true)
    postToPage({ type: 'ended', hasFailed: true })
  }
  globalThis.addEventListener('error', (event) => {
    event.preventDefault()
    fail(event.error ?? event.message)
  })
  globalThis.addEventListener('unhandledrejection', (event) => fail(event.reason))
  const AsyncFunction = (async () => {}).constructor as new (body: string) => () => Promise<unknown>
  const program = new AsyncFunction(code)
  postToPage({ type: 'begun' })
  await program()
  await allTimers()
}

const moduleOf = (source: string): Promise<Record<string, unknown>> =>
  import(/* @vite-ignore */ URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))

async function loadPython({ loader, engine, wasm, library, lock }: PythonFiles): Promise<Pyodide> {
  // The files that the loader fetches are already here.
  globalThis.fetch = (wanted) => {
    const isWasm = (wanted instanceof Request ? wanted.url : wanted.toString()).endsWith('.wasm')
    const headers = { 'content-type': isWasm ? 'application/wasm' : 'application/zip' }
    return Promise.resolve(new Response(isWasm ? wasm : library, { headers }))
  }
  const { loadPyodide } = await moduleOf(loader)
  const { default: createPyodideModule } = await moduleOf(engine)
  const load = loadPyodide as (options: object) => Promise<Pyodide>
  return load({ indexURL: 'https://nowhere.invalid/', lockFileContents: lock, createPyodideModule })
}

async function runPython(code: string, files: PythonFiles): Promise<void> {
  const python = await loadPython(files)
  python.setStdout({ batched: (line) => write(`${line}\n`, false) })
  python.setStderr({ batched: (line) => write(`${line}\n`, true) })
  python.setStdin({ stdin: () => null })
  postToPage({ type: 'begun' })
  const value = await python.runPythonAsync(code)
  if (value !== undefined) write(`${value.toString()}\n`, false)
}

globalThis.addEventListener(
  'message',
  ({ data }: MessageEvent<Job>) => {
    void (async () => {
      room = data.outputLimit
      try {
        if (data.language === 'python' && data.python) await runPython(data.code, data.python)
        else await runJavaScript(data.code)
        postToPage({ type: 'ended', hasFailed: false })
      } catch (error) {
        write(`${error instanceof Error ? error.message : shown(error)}\n`, true)
        postToPage({ type: 'ended', hasFailed: true })
      }
    })()
  },
  { once: true },
)
