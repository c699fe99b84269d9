import {
  type EngineAnswer,
  type EngineHost,
  type EngineOptions,
  type HostOptions,
  startHost,
} from './engine-host.ts'

/** Reason for which a job was not done. */
export type WorkerFailureKind =
  /** too many jobs wait already */
  | 'busy'
  /** the caller aborted */
  | 'cancelled'
  | 'timeout'
  /** the engine failed or the worker ended; `message` is for operators */
  | 'failed'
  /** the input cannot be read, such as a damaged recording */
  | 'unreadable'
  /** the input is longer than allowed */
  | 'too-long'

export class WorkerFailure extends Error {
  readonly kind: WorkerFailureKind

  constructor(kind: WorkerFailureKind, message: string) {
    super(message)
    this.name = 'WorkerFailure'
    this.kind = kind
  }
}

/** The owner of a job, and its abort signal. */
interface JobOptions {
  /** Jobs of different owners take turns. */
  readonly owner: string
  readonly signal: AbortSignal
}

/**
 * Runs one job after the other outside the server's thread: engines block their worker, and never the server.
 */
export interface EngineWorker {
  /** Resolves with what the program answers, which each kind of job declares. Throws WorkerFailure. */
  run(job: object, options: JobOptions): Promise<never>
}

/** Native engines run in a process, so that a crash does not end the server. */
interface EngineWorkerSettings extends EngineOptions, HostOptions {
  /** maximum duration of one job, in ms */
  readonly timeLimitMs: number
  /** idle time after which the worker ends and frees its memory, in ms */
  readonly idleMs: number
  /** maximum number of waiting jobs; one more is rejected as `busy` */
  readonly maxWaiting: number
}

interface Waiting {
  readonly job: object
  readonly owner: string
  readonly resolve: (result: unknown) => void
  readonly reject: (failure: WorkerFailure) => void
}

/**
 * Creates a worker that starts with the first job. If it ends during a job, that job fails, and the next one
 * gets a new worker.
 */
export function createEngineWorker(settings: EngineWorkerSettings): EngineWorker {
  const { engineThreads, timeLimitMs, idleMs, maxWaiting } = settings
  const queue: Waiting[] = []
  let host: EngineHost | undefined
  let running: Waiting | undefined
  let lastOwner: string | undefined
  let timer: NodeJS.Timeout | undefined

  /** Returns the first job of an owner other than the last one; otherwise the first. */
  function takeNext(): Waiting | undefined {
    const other = queue.findIndex(({ owner }) => owner !== lastOwner)
    return queue.splice(Math.max(0, other), 1)[0]
  }

  function advance(): void {
    if (running) return
    clearTimeout(timer)
    running = takeNext()
    if (!running) {
      timer = setTimeout(end, idleMs)
      timer.unref()
      return
    }
    lastOwner = running.owner
    host ??= start()
    host.send(running.job)
    timer = setTimeout(() => finish('The engine took too long.', 'timeout'), timeLimitMs)
  }

  function start(): EngineHost {
    const begun = startHost(
      settings,
      { engineThreads },
      {
        onAnswer(answer) {
          if (begun === host) settle(answer)
        },
        onEnd(message) {
          if (begun === host) finish(message, 'failed')
        },
      },
    )
    return begun
  }

  function settle(answer: EngineAnswer): void {
    const done = running
    running = undefined
    if (answer.ok) done?.resolve(answer.result)
    else done?.reject(new WorkerFailure(answer.reason ?? 'failed', answer.message))
    advance()
  }

  /** Ends the worker; the running job fails, waiting ones continue in a new worker. */
  function finish(message: string, kind: WorkerFailureKind): void {
    end()
    const failed = running
    running = undefined
    failed?.reject(new WorkerFailure(kind, message))
    if (queue.length > 0) advance()
  }

  function end(): void {
    clearTimeout(timer)
    const ended = host
    host = undefined
    ended?.end()
  }

  function run(job: object, { owner, signal }: JobOptions): Promise<never> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new WorkerFailure('cancelled', 'The caller went away.'))
      if (queue.length >= maxWaiting) return reject(new WorkerFailure('busy', 'Too many jobs wait.'))
      const waiting: Waiting = {
        job,
        owner,
        resolve: (result) => resolve(result as never),
        reject,
      }
      signal.addEventListener(
        'abort',
        () => {
          const index = queue.indexOf(waiting)
          if (index !== -1) queue.splice(index, 1)
          // An engine cannot be interrupted: its result is discarded.
          reject(new WorkerFailure('cancelled', 'The caller went away.'))
        },
        { once: true },
      )
      queue.push(waiting)
      advance()
    })
  }

  return { run }
}
