/*
 * `npm run load`: many replies at once at 20 tokens a second, and many spoken turns at once, against the built server.
 * A short form of 100 streams for 20 s and 20 turns; `npm run load -- --full` is 1,000 streams for 5 minutes and 200 turns.
 */
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
const GAP_MS = 1_000 / TOKENS_PER_SECOND
/** one reply; a stream asks for the next when it has ended */
const REPLY_SECONDS = Math.min(10, SECONDS)
const TEXT = Array.from({ length: TOKENS_PER_SECOND * REPLY_SECONDS }, (_, index) => `word${index}`).join(' ')
/** How long each of the spoken turns is repeated. */
const TURN_SECONDS = Math.min(60, SECONDS)

interface Streamed {
  /** gaps between tokens, beyond the vendor's own, in ms */
  readonly late: number[]
  errors: number
  tokens: number
}

/** So many streams at once for so long; they begin spread over the length of a reply, as people do, and so end. */
async function stream(target: StreamTarget, count: number, seconds: number): Promise<Streamed> {
  const until = performance.now() + seconds * 1_000
  const streamed: Streamed = { late: [], errors: 0, tokens: 0 }
  const one = async (index: number) => {
    await new Promise((resolve) => {
      setTimeout(resolve, (index / count) * REPLY_SECONDS * 1_000)
    })
    while (performance.now() < until) {
      try {
        const times = await timeStream(target, TEXT)
        for (const [at, time] of times.slice(1).entries())
          streamed.late.push(time - (times[at] ?? time) - GAP_MS)
        streamed.tokens += times.length
        if (times.length === 0) streamed.errors += 1
      } catch (error) {
        streamed.errors += 1
        if (streamed.errors === 1) console.error(error)
      }
    }
  }
  await Promise.all(Array.from({ length: count }, (_, index) => one(index)))
  return streamed
}

/** So many people at once who speak turn after turn; whoever had a turn fail, or lost the socket, is an error. */
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
  `${STREAMS} streams of ${TOKENS_PER_SECOND} tokens/s for ${SECONDS} s, then ${TURNS} spoken turns at once for ${TURN_SECONDS} s`,
)
const upstream = await startUpstreamProcess(
  '--first-token-ms',
  '100',
  '--tokens-per-second',
  String(TOKENS_PER_SECOND),
)
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
const settings = { OPENAI_API_KEY: 'sk-load', TRUSTED_PROXIES: '127.0.0.1' }
const vee = await startVee({ ...settings, OPENAI_BASE_URL: `${upstream.url}/v1` })
const spokenVee = await startVee({ ...settings, OPENAI_BASE_URL: `${talker.url}/v1` })
try {
  // The server has one processor, and vendor and listeners the other: a thread that all three share would be what is measured.
  keepOnProcessor(vee.pid, 0)
  for (const { pid } of [upstream, process]) keepOnProcessor(pid, 1)
  const direct = await stream(vendorTarget(upstream.url), STREAMS, Math.min(SECONDS, 20))
  const memory = watchMemory(vee.pid)
  const begun = performance.now()
  const ours = await stream(veeTarget(vee.url, await signIn(vee)), STREAMS, SECONDS)
  const took = (performance.now() - begun) / 1_000
  const { mb, growth } = memory.stop()
  const none = { limit: { value: 0 }, unit: '' } as const
  report({ name: 'errors of streams', value: ours.errors, ...none })
  report({ name: 'tokens a second, all streams', unit: '', value: ours.tokens / took })
  report({
    name: 'added inter-token delay, p99',
    unit: 'ms',
    value: quantile(ours.late, 0.99) - quantile(direct.late, 0.99),
    baseline: { name: 'lateness of the vendor directly', value: Math.max(0.1, quantile(direct.late, 0.99)) },
    limit: { value: 50 },
  })
  report({ name: 'memory of the server', unit: 'MB', value: mb })
  // In less than a minute a server is still warming up: its replies are kept for ten.
  report({
    name: 'memory, last quarter to second quarter',
    unit: 'times',
    value: growth,
    ...(SECONDS >= 60 && { limit: { value: 1.2 } }),
  })
  keepOnProcessor(process.pid, 'any')
  const spoken = await speak(spokenVee.url, TURNS, TURN_SECONDS)
  report({ name: 'errors of spoken turns', value: spoken.errors, ...none })
  report({
    name: 'spoken turns',
    unit: '',
    value: spoken.waits.length,
    limit: { value: TURNS, kind: 'at-least' },
  })
  const services = { name: 'its services in sequence', value: 150 + 200 + 100 }
  report({
    name: 'end of speech to first sound, p50',
    unit: 'ms',
    value: quantile(spoken.waits, 0.5),
    baseline: services,
  })
  report({
    name: 'end of speech to first sound, p99',
    unit: 'ms',
    value: quantile(spoken.waits, 0.99),
    baseline: services,
  })
} finally {
  await vee.close()
  await spokenVee.close()
  await upstream.stop()
  await talker.stop()
}
