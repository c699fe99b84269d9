/*
 * `npm run load`: many concurrent replies at 20 tokens per second, and many concurrent spoken turns, against
 * the built server. The short form has 100 streams for 20 s and 20 turns; `npm run load -- --full` has 1,000
 * streams for 5 minutes, then for a minute with short replies, and 200 turns.
 */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type StreamTarget, timeStream, vendorTarget, veeTarget } from '../bench/event-stream.ts'
import { watchMemory } from '../bench/memory.ts'
import { keepOnProcessor, signIn, startUpstreamProcess } from '../bench/processes.ts'
import { quantile, report } from '../bench/report.ts'
import { speakTurns, type Spoken } from '../bench/spoken-turns.ts'
import { startVee } from '../e2e/vee.ts'
import { build } from './build-steps.ts'

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    streams: { type: 'string' },
    seconds: { type: 'string' },
    turns: { type: 'string' },
  },
})
const STREAMS = Number(values.streams ?? (values.full ? 1_000 : 100))
const SECONDS = Number(values.seconds ?? (values.full ? 300 : 20))
const TURNS = Number(values.turns ?? (values.full ? 200 : 20))
const TOKENS_PER_SECOND = 20
/** Duration of long replies; a stream requests the next one after each. */
const REPLY_SECONDS = Math.min(60, SECONDS / 2)
/** Duration of typical replies, requested by the same streams for a minute after the long ones. */
const SHORT_REPLY_SECONDS = 10
/** How long the spoken turns are repeated, in seconds. */
const TURN_SECONDS = Math.min(60, SECONDS)
const SETTINGS = { OPENAI_API_KEY: 'sk-load', TRUSTED_PROXIES: '127.0.0.1' }
/** as long as a typical question */
const QUESTION = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ')

const NONE = { limit: { value: 0 }, unit: '' } as const

interface Streamed {
  /** gaps between tokens in addition to those of the vendor, in µs, 1 for all below */
  readonly added: RecordableHistogram
  errors: number
  tokens: number
}

/**
 * Runs this many concurrent streams for this time. They start one after the other during the first reply, so
 * that replies begin and end continuously; the measurement starts after that.
 */
async function stream(target: StreamTarget, replySeconds: number, seconds: number): Promise<Streamed> {
  const from = performance.now() + replySeconds * 1_000
  const until = from + seconds * 1_000
  const streamed: Streamed = { added: createHistogram(), errors: 0, tokens: 0 }
  const one = async (index: number) => {
    await delay((index / STREAMS) * replySeconds * 1_000)
    while (performance.now() < until) {
      const asked = performance.now()
      const before = { at: Number.NaN, sentAt: Number.NaN }
      try {
        await timeStream(target, QUESTION, (at, sentAt) => {
          const added = at - before.at - (sentAt - before.sentAt)
          before.at = at
          before.sentAt = sentAt
          if (asked + at < from || asked + at > until) return
          streamed.tokens += 1
          if (!Number.isNaN(added)) streamed.added.record(Math.max(1, Math.round(added * 1_000)))
        })
        if (Number.isNaN(before.at)) streamed.errors += 1
      } catch (error) {
        streamed.errors += 1
        if (streamed.errors === 1) console.error(error)
      }
    }
  }
  await Promise.all(Array.from({ length: STREAMS }, (_, index) => one(index)))
  return streamed
}

/** Runs the streams against a separate server, with a vendor whose replies have that duration. */
async function loadStreams(replySeconds: number, seconds: number) {
  const upstream = await startUpstreamProcess(
    '--first-token-ms',
    '100',
    '--tokens-per-second',
    String(TOKENS_PER_SECOND),
    '--stamped-tokens',
    String(TOKENS_PER_SECOND * replySeconds),
  )
  const vee = await startVee({ ...SETTINGS, OPENAI_BASE_URL: `${upstream.url}/v1` })
  try {
    // The server has one processor, vendor and clients the other: a thread shared by all three would distort
    // the measurement.
    keepOnProcessor(vee.pid, 0)
    for (const { pid } of [upstream, process]) keepOnProcessor(pid, 1)
    const direct = await stream(vendorTarget(upstream.url), replySeconds, Math.min(seconds, 10))
    const memory = watchMemory(vee.pid)
    const ours = await stream(veeTarget(vee.url, await signIn(vee)), replySeconds, seconds)
    return { direct, ours, tokensPerSecond: ours.tokens / seconds, ...memory.stop() }
  } finally {
    keepOnProcessor(process.pid, 'any')
    await vee.close()
    await upstream.stop()
  }
}

const p99Ms = ({ added }: Streamed) => added.percentile(99) / 1_000

function reportStreams(
  { direct, ours, tokensPerSecond }: Awaited<ReturnType<typeof loadStreams>>,
  limitMs?: number,
) {
  report({ name: 'errors of streams', value: ours.errors, ...NONE })
  report({ name: 'tokens a second, all streams', unit: '', value: tokensPerSecond })
  report({
    name: 'added inter-token delay, p99',
    unit: 'ms',
    value: p99Ms(ours),
    baseline: { name: 'vendor and listeners alone', value: p99Ms(direct) },
    ...(limitMs !== undefined && { limit: { value: limitMs } }),
  })
}

/**
 * Runs this many concurrent clients that speak turn after turn; a failed turn or a lost socket is an error.
 */
async function speak(url: string, count: number, seconds: number): Promise<Spoken & { errors: number }> {
  const until = performance.now() + seconds * 1_000
  const spoken: Spoken = { waits: [] }
  const ends = await Promise.allSettled(
    Array.from({ length: count }, (_, index) => speakTurns(url, index, until, spoken)),
  )
  const broken = ends.filter((end) => end.status === 'rejected')
  if (broken[0]) console.error(broken[0].reason)
  return { ...spoken, errors: broken.length }
}

await build()

console.log(
  `${STREAMS} streams of ${TOKENS_PER_SECOND} tokens/s for ${SECONDS} s, each reply ${REPLY_SECONDS} s long`,
)
const long = await loadStreams(REPLY_SECONDS, SECONDS)
reportStreams(long, 50)
report({ name: 'memory of the server', unit: 'MB', value: long.mb })
// During the first minute a server is still warming up: its replies are cached for ten minutes.
report({
  name: 'memory, last quarter to second quarter',
  unit: 'times',
  value: long.growth,
  ...(SECONDS >= 60 && { limit: { value: 1.2 } }),
})

if (values.full) {
  console.log(`the same for ${TURN_SECONDS} s, each reply ${SHORT_REPLY_SECONDS} s long`)
  reportStreams(await loadStreams(SHORT_REPLY_SECONDS, TURN_SECONDS))
}

console.log(`${TURNS} spoken turns at once for ${TURN_SECONDS} s`)
const talker = await startUpstreamProcess(
  '--stt-ms',
  '150',
  '--first-token-ms',
  '200',
  '--tokens-per-second',
  '60',
  '--reply',
  'That is a fine question, and here is the answer.',
  '--sound-speed',
  '20',
)
const vee = await startVee({ ...SETTINGS, OPENAI_BASE_URL: `${talker.url}/v1` })
try {
  const spoken = await speak(vee.url, TURNS, TURN_SECONDS)
  report({ name: 'errors of spoken turns', value: spoken.errors, ...NONE })
  report({
    name: 'spoken turns',
    unit: '',
    value: spoken.waits.length,
    limit: { value: TURNS, kind: 'at-least' },
  })
  const services = { name: 'its services in sequence', value: 150 + 200 + 100 }
  for (const [name, q] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    report({
      name: `end of speech to first sound, ${name}`,
      unit: 'ms',
      value: quantile(spoken.waits, q),
      baseline: services,
    })
  }
} finally {
  await vee.close()
  await talker.stop()
}
