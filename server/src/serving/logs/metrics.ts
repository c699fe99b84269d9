import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Counter as PromCounter, Histogram as PromHistogram, Registry } from 'prom-client'
import { DomainError } from '#domain/errors/domain-error.ts'
import { onBackgroundFailure } from '#lib/background.ts'
import { onTurnDecision } from '#lib/turn-decisions.ts'
import { type StageObserver, timed } from '#observe/stages.ts'
import type { JobRun } from '#scheduler/job.ts'

/** In seconds; a whole reply may take a minute and a half. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 45, 90]

/** A request to the object store, with all of its attempts. */
interface StorageUse {
  readonly operation: string
  readonly isOk: boolean
  readonly seconds: number
  readonly retries: number
  readonly sentBytes: number
  readonly receivedBytes: number
}

/** Functions called for each reading. */
export interface Figures {
  /** returns the lines of the log that could not be written since the start */
  droppedLines(): number
  running(): Promise<readonly { readonly kind: string; readonly running: number }[]>
  /** returns the usage since 00:00 UTC */
  today(): Promise<
    readonly {
      readonly kind: string
      readonly model: string
      readonly tokens: number
      readonly costMicroUsd: number
    }[]
  >
}

export interface Metrics {
  /** notified of the stages of turns; undefined if metrics are disabled */
  readonly stages: StageObserver | undefined
  /** receives the runs of jobs; undefined if metrics are disabled */
  readonly observeJob: ((run: JobRun) => void) | undefined
  /** receives the requests to the object store; undefined if metrics are disabled */
  readonly observeStorage: ((use: StorageUse) => void) | undefined
  /**
   * Returns the metrics as Prometheus text. Throws NOT_FOUND if no token is configured, and UNAUTHORIZED for
   * a wrong one.
   */
  read(token: string | undefined): Promise<string>
  /** Stops counting the failures and decisions of this process. */
  close(): void
}

/** Collects metrics for Prometheus. Without a token, nothing is collected and the library is not loaded. */
export async function measure(
  app: FastifyInstance,
  token: string | undefined,
  figures: Figures,
): Promise<Metrics> {
  if (token === undefined) {
    return {
      stages: undefined,
      observeJob: undefined,
      observeStorage: undefined,
      close: () => undefined,
      read: () => Promise.reject(new DomainError('NOT_FOUND', 'There is nothing at this address.')),
    }
  }
  const {
    collectDefaultMetrics,
    Counter,
    Gauge,
    Histogram,
    Registry: NewRegistry,
  } = await import('prom-client')
  const registry = new NewRegistry()
  // Event loop lag, memory and garbage collection.
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const durations = new Histogram({
    name: 'vee_http_request_duration_seconds',
    help: 'From the request to the end of its answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  app.addHook('onResponse', async (request, reply) => {
    // Labels contain routes, never requested URLs, which are unbounded.
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
  })
  const running = new Gauge({
    name: 'vee_uses_running',
    help: 'Replies (llm), transcriptions (stt) and speech (tts) under way, on all servers of this database',
    labelNames: ['kind'],
    registers,
  })
  const tokens = new Gauge({
    name: 'vee_tokens_today',
    help: 'Tokens of models since 00:00 UTC, by model',
    labelNames: ['model'],
    registers,
  })
  const failures = new Counter({
    name: 'vee_background_failures_total',
    help: 'Work that no caller awaited and that failed since the start, by task',
    labelNames: ['task'],
    registers,
  })
  const turnDecisions = new Counter({
    name: 'vee_turn_decisions_total',
    help: 'Effects that the machines of spoken turns chose since the start, by machine, event and reason',
    labelNames: ['machine', 'event', 'reason'],
    registers,
  })
  const stops = [
    onBackgroundFailure(({ task }) => failures.inc({ task })),
    onTurnDecision(({ machine, event, reason }) => turnDecisions.inc({ machine, event, reason })),
  ]
  const droppedLines = new Counter({
    name: 'vee_log_lines_dropped_total',
    help: 'Lines of the log that could not be written since the start, for example to a full disk',
    registers,
    collect() {
      droppedLines.reset()
      droppedLines.inc(figures.droppedLines())
    },
  })
  const cost = new Gauge({
    name: 'vee_cost_today_usd',
    help: 'What the host pays since 00:00 UTC, by kind and model',
    labelNames: ['kind', 'model'],
    registers,
  })

  return {
    stages: stageFigures(Histogram, registers),
    observeJob: jobFigures({ Counter, Histogram }, registers),
    observeStorage: storageFigures({ Counter, Histogram }, registers),
    close: () => stops.forEach((stop) => stop()),
    async read(shown) {
      if (!isSame(shown ?? '', token)) {
        throw new DomainError('UNAUTHORIZED', 'Show the token of METRICS_TOKEN as bearer.')
      }
      for (const kind of ['llm', 'stt', 'tts', 'live', 'search', 'embed']) running.set({ kind }, 0)
      for (const figure of await figures.running()) running.set({ kind: figure.kind }, figure.running)
      tokens.reset()
      cost.reset()
      for (const { kind, model, tokens: used, costMicroUsd } of await figures.today()) {
        if (kind === 'llm') tokens.set({ model }, used)
        cost.set({ kind, model }, costMicroUsd / 1_000_000)
      }
      return registry.metrics()
    },
  }
}

/** Returns an observer that records how long users wait in a turn, and how long its stages take. */
function stageFigures(Histogram: typeof PromHistogram, registers: Registry[]): StageObserver {
  const waits = new Histogram({
    name: 'vee_stage_wait_seconds',
    help: 'From the beginning of a stage (turn: from the end of what was said) to its transcript, first word or first sound',
    labelNames: ['stage', 'until'],
    buckets: BUCKETS,
    registers,
  })
  const durations = new Histogram({
    name: 'vee_stage_duration_seconds',
    help: 'From the beginning of a stage to its end, by outcome: done, failed, cut',
    labelNames: ['stage', 'outcome'],
    buckets: BUCKETS,
    registers,
  })
  return timed((stage, _facts, { reachedAt, seconds, outcome }) => {
    for (const [until, waited] of reachedAt) waits.observe({ stage, until }, waited)
    durations.observe({ stage, outcome }, seconds)
  })
}

/** Returns a function that counts the runs of jobs, and records how long they take. */
function jobFigures(
  { Counter, Histogram }: { readonly Counter: typeof PromCounter; readonly Histogram: typeof PromHistogram },
  registers: Registry[],
): (run: JobRun) => void {
  const runs = new Counter({
    name: 'vee_job_runs_total',
    help: 'Runs of periodic jobs, by outcome: done, failed, timed-out, skipped (the previous run has not ended), leased (another server runs it), clock-changed (a deletion waits)',
    labelNames: ['job', 'outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'vee_job_duration_seconds',
    help: 'Duration of the runs of periodic jobs',
    labelNames: ['job'],
    buckets: BUCKETS,
    registers,
  })
  return ({ job, outcome, seconds }) => {
    runs.inc({ job, outcome })
    if (seconds !== undefined) durations.observe({ job }, seconds)
  }
}

/** Returns a function that counts the requests to the object store, and records how long they take. */
function storageFigures(
  { Counter, Histogram }: { readonly Counter: typeof PromCounter; readonly Histogram: typeof PromHistogram },
  registers: Registry[],
): (use: StorageUse) => void {
  const requests = new Counter({
    name: 'vee_object_store_requests_total',
    help: 'Requests to the object store, by operation (put, get, delete, copy, list, multipart) and outcome (done, failed)',
    labelNames: ['operation', 'outcome'],
    registers,
  })
  const retried = new Counter({
    name: 'vee_object_store_retries_total',
    help: 'Attempts that repeated a request to the object store',
    labelNames: ['operation'],
    registers,
  })
  const transferred = new Counter({
    name: 'vee_object_store_bytes_total',
    help: 'Bytes sent to and received from the object store',
    labelNames: ['direction'],
    registers,
  })
  const durations = new Histogram({
    name: 'vee_object_store_request_duration_seconds',
    help: 'From a request to the object store to the beginning of its answer, with all attempts',
    labelNames: ['operation'],
    buckets: BUCKETS,
    registers,
  })
  return ({ operation, isOk, seconds, retries, sentBytes, receivedBytes }) => {
    requests.inc({ operation, outcome: isOk ? 'done' : 'failed' })
    durations.observe({ operation }, seconds)
    retried.inc({ operation }, retries)
    transferred.inc({ direction: 'sent' }, sentBytes)
    transferred.inc({ direction: 'received' }, receivedBytes)
  }
}

/** Compares hashes of equal length, so that the comparison takes constant time. */
function isSame(shown: string, token: string): boolean {
  return timingSafeEqual(digest(shown), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
