/** Work that the server repeats by itself. */
export interface PeriodicJob {
  /** names the job in the log, in metrics and in leases, in kebab-case */
  readonly name: string
  /** mean time between the starts of two runs, in ms */
  readonly everyMs: number
  /**
   * `one-server`: of several servers with one Postgres, only one runs it in a period. `every-server`: it concerns the
   * memory of this process.
   */
  readonly runsOn: 'every-server' | 'one-server'
  /** true if it deletes by age: such a job does not run while the clock is not trusted */
  readonly deletesByAge?: boolean
  /** Runs it once. The signal is aborted when the server stops, and when the run exceeds its time limit. */
  run(signal: AbortSignal): unknown
}

/** The end of a run, or the reason why there was none. */
export interface JobRun {
  readonly job: string
  /**
   * `skipped`: the previous run has not ended. `clock-changed`: a deletion waits until the clock is trusted. `leased`: another server runs it in this period. `timed-out`: the time
   * limit was exceeded.
   */
  readonly outcome: 'done' | 'failed' | 'timed-out' | 'skipped' | 'clock-changed' | 'leased'
  /** duration of a run that ended; undefined if there was none */
  readonly seconds?: number
}

/** Decides which of several servers runs a job. */
export interface JobLeases {
  /** Returns whether this server may run the job; no other server may for so many milliseconds. */
  acquire(job: string, forMs: number): Promise<boolean>
  /** Returns the lease, so that the next run may be on any server. */
  release(job: string): Promise<void>
}
