// Measures the latency that Vee adds between Enter and the first token: the same question is sent to the
// vendor directly, through Vee, and through Vee as pages do that show several speakers, in turn.
import { signIn, startUpstreamProcess, startVeeBefore } from './processes.ts'
import { type StreamTarget, timeStream, vendorTarget, veeTarget } from './event-stream.ts'
import { quantile, report } from './report.ts'

const ROUNDS = 1_000
/** Number of requests until V8 has compiled the code of a question, as on a server with some uptime. */
const WARM_UP = 300

async function firstToken(target: StreamTarget): Promise<number> {
  let first = Number.NaN
  await timeStream(target, 'One short question', (at) => {
    if (Number.isNaN(first)) first = at
  })
  return first
}

const upstream = await startUpstreamProcess('--first-token-ms', '0', '--tokens-per-second', '1000')
const vee = await startVeeBefore(upstream)
const vendor = vendorTarget(upstream.url)
const token = await signIn(vee)
const ours = veeTarget(vee.url, token)
/** names in the question are looked for, and the agent may ask others */
const together = veeTarget(vee.url, token, { acceptsSpeakers: true })
const direct: number[] = []
const through: number[] = []
const throughTogether: number[] = []
try {
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const bare = await firstToken(vendor)
    const relayed = await firstToken(ours)
    const relayedTogether = await firstToken(together)
    if (round < WARM_UP) continue
    throughTogether.push(relayedTogether)
    direct.push(bare)
    through.push(relayed)
  }
} finally {
  await vee.close()
  await upstream.stop()
}

for (const [name, q, limit] of [
  ['p50', 0.5, 2],
  ['p99', 0.99, 6],
] as const) {
  const baseline = { name: 'vendor directly', value: quantile(direct, q) }
  report({ name: `time to first token, ${name}`, unit: 'ms', value: quantile(through, q), baseline })
  report({
    name: `of it added by Vee, ${name}`,
    unit: 'ms',
    value: quantile(through, q) - baseline.value,
    limit: { value: limit },
  })
}
const alone = { name: 'one speaker', value: quantile(through, 0.5) }
report({
  name: 'time for several speakers, p50',
  unit: 'ms',
  value: quantile(throughTogether, 0.5) - alone.value,
  limit: { value: 1 },
})
