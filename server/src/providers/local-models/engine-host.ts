import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Environment variable with the options of a process, as JSON; a thread receives them as its data. */
export const ENGINE_OPTIONS = 'ENGINE_OPTIONS'

export interface EngineOptions {
  /** processor threads that the engine may use */
  readonly engineThreads: number
}

/** What a worker answers to a job. Everything in it can be sent between threads and processes. */
export type EngineAnswer<R = unknown> =
  | { readonly ok: true; readonly result: R }
  /** `message` is the engine's, for operators; `reason` is set where the input is at fault and not the engine */
  | { readonly ok: false; readonly message: string; readonly reason?: 'unreadable' | 'too-long' }

/**
 * `thread` starts sooner. `process` protects the server: ONNX Runtime ends its process when a model file is
 * damaged or the memory is full.
 */
export type Isolation = 'thread' | 'process'

/** A thread or process that runs a worker's program. */
export interface EngineHost {
  send(job: object): void
  /** Ends the program at once. */
  end(): void
}

export interface HostListeners {
  readonly onAnswer: (answer: EngineAnswer) => void
  /** called when the program ended by itself; `message` is for operators */
  readonly onEnd: (message: string) => void
}

/** Where a worker's program runs, and with how much memory. */
export interface HostOptions {
  readonly isolation: Isolation
  readonly program: URL
  /** resident memory of a process, in MB, above which it is ended; undefined: not limited. Linux only */
  readonly memoryMb?: number | undefined
}

/** Starts a worker's program, which does not keep the server running. */
export function startHost(
  hostOptions: HostOptions,
  options: EngineOptions,
  listeners: HostListeners,
): EngineHost {
  return hostOptions.isolation === 'thread'
    ? startThread(hostOptions.program, options, listeners)
    : startProcess(hostOptions, options, listeners)
}

/** Maximum heap of a thread, in MB: a thread that needs more ends, and the server does not. */
const THREAD_HEAP_MB = 512

function startThread(program: URL, options: EngineOptions, { onAnswer, onEnd }: HostListeners): EngineHost {
  // Decoders print a line for each damaged packet, which must not reach the server's log.
  const thread = new Worker(program, {
    workerData: options,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB },
  })
  thread.stdout.resume()
  thread.stderr.resume()
  thread.unref()
  thread.on('message', onAnswer)
  thread.once('error', (error) => onEnd(error.message))
  thread.once('exit', () => onEnd('The thread ended.'))
  return {
    send: (job) => thread.postMessage(job),
    end: () => void thread.terminate().catch(() => undefined),
  }
}

/** Interval between two readings of a process's memory, in ms. */
const MEMORY_CHECK_MS = 1_000

function startProcess(
  { program, memoryMb }: HostOptions,
  options: EngineOptions,
  { onAnswer, onEnd }: HostListeners,
): EngineHost {
  const child = fork(fileURLToPath(program), {
    // Typed arrays cross as they are.
    serialization: 'advanced',
    // Contains nothing of the server's environment, which contains keys.
    env: { [ENGINE_OPTIONS]: JSON.stringify(options) },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  child.on('message', (answer) => onAnswer(answer as EngineAnswer))
  let isTooLarge = false
  const endIfTooLarge = async (limitMb: number) => {
    if ((await residentMb(child.pid)) <= limitMb) return
    isTooLarge = true
    child.kill('SIGKILL')
  }
  const watching =
    memoryMb === undefined
      ? undefined
      : setInterval(() => void endIfTooLarge(memoryMb), MEMORY_CHECK_MS).unref()
  child.once('error', (error) => onEnd(error.message))
  child.once('exit', (code, signal) => {
    clearInterval(watching)
    onEnd(
      isTooLarge
        ? `The engine needed more than ${memoryMb} MB of memory.`
        : `The engine ended with ${signal ?? `code ${code}`}.`,
    )
  })
  return {
    send: (job) => void child.send(job, () => undefined),
    end: () => void child.kill('SIGKILL'),
  }
}

/** Returns the resident memory of a process, in MB (Linux: proc(5)); 0 where it cannot be read. */
async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
}
