import { reportBackgroundFailure } from '#lib/background.ts'
import { type ClockTrust, watchClock } from './clock-trust.ts'
import type { PeriodicJob, JobLeases, JobRun } from './job.ts'
import { firstDelayMs, leaseMs, nextDelayMs, timeLimitMs } from './timing.ts'

/** Time for running jobs to end after the abort at shutdown, in ms. */
const STOP_MS = 1_000

/** Calls `run` once after a delay in ms. Returns a function that cancels it. */
export type SetTimer = (run: () => void, delayMs: number) => () => void

export interface SchedulerOptions {
  readonly leases: JobLeases
  /** receives the end of every run */
  readonly observe?: ((run: JobRun) => void) | undefined
  /** default: timers that do not keep the process running */
  readonly setTimer?: SetTimer | undefined
  /** returns a number from 0 to 1 */
  readonly random?: () => number
  /** milliseconds since any fixed moment, from a monotonic clock */
  readonly elapsed?: () => number
  /** default: the machine's clock */
  readonly clock?: ClockTrust
}

export interface Scheduler {
  /** Starts no more runs, aborts the running ones, and waits for their end, a second at most. */
  stop(): Promise<void>
}

/**
 * Runs each job again and again, independently of the others. A run never begins before the previous one of the same
 * job has ended. Failures are reported to the listeners of `onBackgroundFailure`; the next run is not affected.
 */
export function startScheduler(jobs: readonly PeriodicJob[], options: SchedulerOptions): Scheduler {
  const { setTimer = setProcessTimer, clock = watchClock() } = options
  const scheduled = jobs.map((job) => new ScheduledJob(job, { ...options, setTimer, clock }))
  for (const job of scheduled) job.start()
  return {
    async stop() {
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const cancel = setTimer(resolve, STOP_MS)
      await Promise.race([Promise.all(scheduled.map((job) => job.stop())), late])
      cancel()
    },
  }
}

const setProcessTimer: SetTimer = (run, delayMs) => {
  const timer = setTimeout(run, delayMs).unref()
  return () => clearTimeout(timer)
}

type JobOptions = SchedulerOptions & { readonly setTimer: SetTimer; readonly clock: ClockTrust }

class ScheduledJob {
  readonly #job: PeriodicJob
  readonly #options: JobOptions
  #cancelTimer: () => void = () => undefined
  #running: { readonly ended: Promise<void>; readonly abort: AbortController } | undefined
  #isStopped = false

  constructor(job: PeriodicJob, options: JobOptions) {
    this.#job = job
    this.#options = options
  }

  start(): void {
    this.#wait(firstDelayMs(this.#job.everyMs, this.#random()))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelTimer()
    this.#running?.abort.abort(new Error('the server stops'))
    await this.#running?.ended
  }

  #random(): number {
    return (this.#options.random ?? Math.random)()
  }

  #wait(delayMs: number): void {
    this.#cancelTimer = this.#options.setTimer(() => this.#onDue(), delayMs)
  }

  #onDue(): void {
    this.#wait(nextDelayMs(this.#job.everyMs, this.#random()))
    if (this.#running) {
      this.#observe({ outcome: 'skipped' })
      return
    }
    if (this.#job.deletesByAge === true && !this.#options.clock.isTrusted()) {
      this.#observe({ outcome: 'clock-changed' })
      return
    }
    const abort = new AbortController()
    const ended = this.#run(abort).finally(() => (this.#running = undefined))
    this.#running = { ended, abort }
  }

  /** Runs the job once. Never rejects. */
  async #run(abort: AbortController): Promise<void> {
    const { name, everyMs } = this.#job
    const { setTimer, elapsed = () => performance.now() } = this.#options
    const startedAt = elapsed()
    let isLate = false
    const cancelLimit = setTimer(() => {
      isLate = true
      const error = new Error(`The job ${name} exceeded its time limit.`)
      abort.abort(error)
      this.#fail('timed-out', error)
    }, timeLimitMs(everyMs))
    try {
      if (!(await this.#mayRun())) {
        this.#observe({ outcome: 'leased' })
        return
      }
      await this.#job.run(abort.signal)
      if (!isLate) this.#observe({ outcome: 'done', seconds: (elapsed() - startedAt) / 1_000 })
    } catch (error) {
      if (!isLate && !this.#isStopped) this.#fail('failed', error, (elapsed() - startedAt) / 1_000)
      await this.#release()
    } finally {
      cancelLimit()
    }
  }

  async #mayRun(): Promise<boolean> {
    const { name, everyMs, runsOn } = this.#job
    return runsOn === 'every-server' || this.#options.leases.acquire(name, leaseMs(everyMs))
  }

  /** Lets the next run be on any server. If that fails, the lease expires. */
  async #release(): Promise<void> {
    if (this.#job.runsOn === 'one-server')
      await this.#options.leases.release(this.#job.name).catch(() => undefined)
  }

  #fail(outcome: 'failed' | 'timed-out', error: unknown, seconds?: number): void {
    reportBackgroundFailure(this.#job.name, error)
    this.#observe({ outcome, ...(seconds !== undefined && { seconds }) })
  }

  #observe(run: Omit<JobRun, 'job'>): void {
    this.#options.observe?.({ job: this.#job.name, ...run })
  }
}
