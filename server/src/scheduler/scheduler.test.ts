import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onBackgroundFailure } from '#lib/background.ts'
import type { ClockTrust } from './clock-trust.ts'
import { type ManualTimers, manualTimers } from './fixtures/manual-timers.ts'
import type { PeriodicJob, JobLeases, JobRun } from './job.ts'
import { type Scheduler, startScheduler } from './scheduler.ts'

const MINUTE = 60_000

let timers: ManualTimers
let runs: JobRun[]
let failures: [task: string, error: unknown][]
let stopListening: () => void
const unhandled: unknown[] = []
const onUnhandled = (error: unknown) => unhandled.push(error)

beforeEach(() => {
  timers = manualTimers()
  runs = []
  failures = []
  stopListening = onBackgroundFailure(({ task, error }) => failures.push([task, error]))
  process.on('unhandledRejection', onUnhandled)
})
afterEach(() => {
  stopListening()
  process.off('unhandledRejection', onUnhandled)
  const rejections = unhandled.splice(0)
  if (rejections.length > 0) throw new AggregateError(rejections, 'a promise had no handler')
})

const NO_LEASES: JobLeases = { acquire: () => Promise.resolve(true), release: () => Promise.resolve() }

const start = (jobs: readonly PeriodicJob[], leases = NO_LEASES, clock?: ClockTrust): Scheduler =>
  startScheduler(jobs, {
    leases,
    observe: (run) => runs.push(run),
    setTimer: timers.setTimer,
    random: () => 0.5,
    elapsed: () => timers.elapsed(),
    ...(clock && { clock }),
  })

const job = (
  name: string,
  run: PeriodicJob['run'],
  runsOn: PeriodicJob['runsOn'] = 'every-server',
): PeriodicJob => ({
  name,
  everyMs: MINUTE,
  runsOn,
  run,
})

/** Advances by half a period, and lets what began continue. */
async function halfMinute(times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    timers.advance(MINUTE / 2)
    await new Promise(setImmediate)
  }
}

const outcomesOf = (name: string) => runs.filter((run) => run.job === name).map(({ outcome }) => outcome)

it('runs each job in the middle of the first period, and then once per period', async () => {
  const run = vi.fn<PeriodicJob['run']>()
  const scheduler = start([job('tidy', run)])
  await halfMinute(5)
  expect(run).toHaveBeenCalledTimes(3)
  expect(runs).toEqual(Array.from({ length: 3 }, () => ({ job: 'tidy', outcome: 'done', seconds: 0 })))
  await scheduler.stop()
})

it('reports a failure with the name of its job, and runs all jobs again', async () => {
  const broken = new Error('the disk is full')
  const scheduler = start([
    job('rejects', () => Promise.reject(broken)),
    job('throws', () => {
      throw broken
    }),
    job('tidy', () => undefined),
  ])
  await halfMinute(3)
  expect(failures.toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
    ['rejects', broken],
    ['rejects', broken],
    ['throws', broken],
    ['throws', broken],
  ])
  expect(outcomesOf('throws')).toEqual(['failed', 'failed'])
  expect(outcomesOf('tidy')).toEqual(['done', 'done'])
  await scheduler.stop()
})

it('does not delete by age while the clock is not trusted', async () => {
  let isTrusted = true
  const purge = vi.fn<PeriodicJob['run']>()
  const jobs = [{ ...job('purge', purge), deletesByAge: true }, job('tidy', () => undefined)]
  const scheduler = start(jobs, NO_LEASES, { isTrusted: () => isTrusted })
  await halfMinute()
  isTrusted = false
  await halfMinute(2)
  expect(outcomesOf('purge')).toEqual(['done', 'clock-changed'])
  expect(outcomesOf('tidy')).toEqual(['done', 'done'])
  isTrusted = true
  await halfMinute(2)
  expect(purge).toHaveBeenCalledTimes(2)
  await scheduler.stop()
})

it('never begins a run before the previous one has ended', async () => {
  const ends: (() => void)[] = []
  const slow = vi.fn<PeriodicJob['run']>(() => new Promise<void>((resolve) => ends.push(resolve)))
  const scheduler = start([job('slow', slow), job('tidy', () => undefined)])
  await halfMinute(3)
  expect(slow).toHaveBeenCalledTimes(1)
  expect(outcomesOf('slow')).toContain('skipped')
  expect(outcomesOf('tidy')).toEqual(['done', 'done'])
  ends[0]?.()
  await halfMinute(2)
  expect(slow).toHaveBeenCalledTimes(2)
  ends[1]?.()
  await scheduler.stop()
})

it('aborts a run at its time limit and reports it once, while other jobs continue', async () => {
  let signal: AbortSignal | undefined
  const scheduler = start([
    job('hangs', (given) => {
      signal = given
      return new Promise(() => undefined)
    }),
    job('tidy', () => undefined),
  ])
  await halfMinute(5)
  expect(signal?.aborted).toBe(true)
  expect(failures.map(([task]) => task)).toEqual(['hangs'])
  expect(outcomesOf('hangs')).toEqual(['timed-out', 'skipped', 'skipped'])
  expect(outcomesOf('tidy')).toEqual(['done', 'done', 'done'])
  const stopped = scheduler.stop()
  timers.advance(1_000)
  await stopped
})

it('aborts running jobs when it stops, waits for them, and starts no more', async () => {
  const steps: string[] = []
  const scheduler = start([
    job(
      'slow',
      (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            steps.push('aborted')
            reject(new Error('aborted'))
          })
        }),
    ),
  ])
  await halfMinute()
  await scheduler.stop()
  steps.push('stopped')
  expect(steps).toEqual(['aborted', 'stopped'])
  expect(failures).toEqual([])
  expect(timers.count()).toBe(0)
})

it('runs a job for one server only with its lease, and returns the lease after a failure', async () => {
  const released: string[] = []
  let isFree = false
  const leases: JobLeases = {
    acquire: () => Promise.resolve(isFree),
    release: async (name) => void released.push(name),
  }
  const run = vi.fn<PeriodicJob['run']>(() => Promise.reject(new Error('no answer')))
  const scheduler = start([job('pay', run, 'one-server')], leases)
  await halfMinute()
  expect(run).not.toHaveBeenCalled()
  isFree = true
  await halfMinute(2)
  expect(run).toHaveBeenCalledTimes(1)
  expect(outcomesOf('pay')).toEqual(['leased', 'failed'])
  expect(released).toEqual(['pay'])
  await scheduler.stop()
})

it('does not run a job whose lease cannot be read, and tries again', async () => {
  const run = vi.fn<PeriodicJob['run']>()
  let isAway = true
  const leases: JobLeases = {
    acquire: () => (isAway ? Promise.reject(new Error('the database is away')) : Promise.resolve(true)),
    release: () => Promise.reject(new Error('the database is away')),
  }
  const scheduler = start([job('pay', run, 'one-server')], leases)
  await halfMinute()
  isAway = false
  await halfMinute(2)
  expect(run).toHaveBeenCalledTimes(1)
  expect(outcomesOf('pay')).toEqual(['failed', 'done'])
  await scheduler.stop()
})
