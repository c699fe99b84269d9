// Measures how many replies of 20 tokens per second can be streamed at once, and the cost per token, compared
// to the vendor alone.
import { setTimeout as pause } from 'node:timers/promises'
import { residentMb, watchMemory } from './memory.ts'
import { processorMs, signIn, startUpstreamProcess, startVeeBefore } from './processes.ts'
import { timeStream, vendorTarget, veeTarget, type StreamTarget } from './event-stream.ts'
import { quantile, report } from './report.ts'

const TOKENS_PER_SECOND = 20
const SECONDS = 8
const TEXT = Array.from({ length: TOKENS_PER_SECOND * SECONDS }, (_, index) => `word${index}`).join(' ')
/** A stream counts as sustained while the gaps between its tokens are at most twice the vendor's. */
const GAP_LIMIT_MS = (1000 / TOKENS_PER_SECOND) * 2
const STEPS = [100, 200, 400, 550, 700, 850, 1000]
/** Streams whose processor time and memory are measured, with the limit of memory in MB. */
const LOADS = [
  { count: 200, mbMax: 250 },
  { count: 400, mbMax: 250 },
  { count: 1_000, mbMax: 350 },
] as const
/** Limit of the processor time, as a multiple of the vendor's. */
const MAX_RATIO = 2.5
/** Time in which an idle server returns what it does not need, in ms. */
const REST_MS = 30_000

/** Returns the 95th percentile of the gaps between tokens over all streams, in ms. */
async function gaps(target: StreamTarget, count: number): Promise<{ p95: number; tokens: number }> {
  const all: number[] = []
  let tokens = 0
  const one = async () => {
    let before: number | undefined
    await timeStream(target, TEXT, (at) => {
      if (before !== undefined) all.push(at - before)
      before = at
      tokens += 1
    })
  }
  await Promise.all(Array.from({ length: count }, one))
  return { p95: quantile(all, 0.95), tokens }
}

async function held(target: StreamTarget): Promise<number> {
  let most = 0
  for (const count of STEPS) {
    const { p95 } = await gaps(target, count)
    if (p95 > GAP_LIMIT_MS) break
    most = count
  }
  return most
}

const upstream = await startUpstreamProcess(
  '--first-token-ms',
  '0',
  '--tokens-per-second',
  String(TOKENS_PER_SECOND),
)
const vee = await startVeeBefore(upstream)
try {
  await pause(REST_MS)
  report({
    name: 'memory of a fresh server',
    unit: 'MB',
    value: await residentMb(vee.pid),
    limit: { value: 110 },
  })
  const ours = veeTarget(vee.url, await signIn(vee))
  await gaps(ours, 20)
  const costOf = async (count: number) => {
    const [ourStart, vendorStart] = [await processorMs(vee.pid), await processorMs(upstream.pid)]
    const memory = watchMemory(vee.pid)
    const { tokens } = await gaps(ours, count)
    const { mb } = memory.stop()
    const spent = ((await processorMs(vee.pid)) - ourStart) / (tokens / 1000)
    const vendors = ((await processorMs(upstream.pid)) - vendorStart) / (tokens / 1000)
    return { mb, spent, vendors }
  }
  for (const { count, mbMax } of LOADS) {
    const { mb, spent, vendors } = await costOf(count)
    report({
      name: `processor time a 1,000 tokens, ${count} streams`,
      unit: 'ms',
      value: spent,
      baseline: { name: 'the fake vendor itself', value: vendors },
      limit: { value: Math.round(vendors * MAX_RATIO) },
    })
    report({ name: `memory, ${count} streams`, unit: 'MB', value: mb, limit: { value: mbMax } })
  }
  await pause(REST_MS)
  report({
    name: 'memory at rest half a minute later',
    unit: 'MB',
    value: await residentMb(vee.pid),
    limit: { value: 180 },
  })
  const baseline = { name: 'vendor directly', value: await held(vendorTarget(upstream.url)) }
  report({
    name: `streams of ${TOKENS_PER_SECOND} tokens/s held at once`,
    unit: '',
    value: await held(ours),
    baseline,
    limit: { value: 700, kind: 'at-least' },
  })
} finally {
  await vee.close()
  await upstream.stop()
}
