/**
 * A figure of a run with the baseline of the same run, because only ratios are comparable across machines.
 */
export interface Figure {
  readonly name: string
  readonly unit: string
  readonly value: number
  readonly baseline?: { readonly name: string; readonly value: number }
  /** the maximum; `at-least` for minimums */
  readonly limit?: { readonly value: number; readonly kind?: 'at-most' | 'at-least' }
}

const round = (value: number) =>
  Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2)

/** Prints one line per figure; a figure beyond its limit fails the run. */
export function report({ name, unit, value, baseline, limit }: Figure): void {
  const parts = [`  ${name.padEnd(52)} ${round(value).padStart(8)} ${unit}`]
  if (baseline) {
    parts.push(
      `ratio ${round(value / baseline.value)} to ${round(baseline.value)} ${unit} (${baseline.name})`,
    )
  }
  if (limit) {
    const isKept = limit.kind === 'at-least' ? value >= limit.value : value <= limit.value
    parts.push(
      `${limit.kind === 'at-least' ? 'at least' : 'at most'} ${limit.value}: ${isKept ? 'kept' : 'MISSED'}`,
    )
    if (!isKept) process.exitCode = 1
  }
  console.log(parts.join('  ·  '))
}

/** Returns the q-quantile (0 to 1) by the nearest rank. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN
}
