/** A server's metrics from /api/metrics, at one moment. */
export interface Reading {
  /** since the first reading, in hours */
  readonly hours: number
  readonly heapMb: number
  readonly residentMb: number
  /** open files and sockets */
  readonly files: number
  /** replies, transcriptions and speech segments in progress */
  readonly running: number
  /** processor time so far, in seconds */
  readonly processor: number
}

export async function readMetrics(url: string, token: string, since: number): Promise<Reading> {
  const response = await fetch(`${url}/api/metrics`, {
    // A reusable connection would count as an open file.
    headers: { authorization: `Bearer ${token}`, connection: 'close' },
  })
  if (!response.ok) throw new Error(`/api/metrics answered ${response.status}`)
  const text = await response.text()
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce(
      (total, [, value]) => total + Number(value),
      0,
    )
  return {
    hours: (performance.now() - since) / 3_600_000,
    heapMb: sum('nodejs_heap_size_used_bytes') / 1_048_576,
    residentMb: sum('process_resident_memory_bytes') / 1_048_576,
    files: sum('process_open_fds'),
    running: sum('vee_uses_running'),
    processor: sum('process_cpu_seconds_total'),
  }
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length

/**
 * Returns the growth of a value, as a share of its mean per hour: the slope of the least-squares line. The
 * minimum of each `window` readings is used, to exclude garbage that is not collected yet.
 */
export function growthAnHour(
  readings: readonly Reading[],
  figure: (reading: Reading) => number,
  window: number,
): number {
  const points: { readonly x: number; readonly y: number }[] = []
  for (let index = 0; index + window <= readings.length; index += window) {
    const least = readings.slice(index, index + window).reduce((a, b) => (figure(b) < figure(a) ? b : a))
    points.push({ x: least.hours, y: figure(least) })
  }
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))]
  const slope =
    points.reduce((total, point) => total + (point.x - x) * (point.y - y), 0) /
    points.reduce((total, point) => total + (point.x - x) ** 2, 0)
  return slope / y
}
