import { readFile } from 'node:fs/promises'

/** Returns the resident memory of a process in MB (Linux: VmRSS of /proc/PID/status, proc(5)). */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Reads the memory of a process once per second, until it is stopped. */
export function watchMemory(pid: number): {
  readonly stop: () => { readonly mb: number; readonly growth: number }
} {
  const samples: number[] = []
  const timer = setInterval(
    () =>
      void residentMb(pid).then(
        (mb) => samples.push(mb),
        () => undefined,
      ),
    1_000,
  )
  return {
    stop() {
      clearInterval(timer)
      const quarter = Math.max(1, Math.floor(samples.length / 4))
      // The first quarter is the warm-up.
      const [second, last] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)]
      return { mb: mean(last), growth: mean(last) / mean(second.length > 0 ? second : last) }
    },
  }
}
