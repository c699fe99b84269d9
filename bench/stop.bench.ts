// How long after DELETE /api/chat/replies/{replyId} the vendor's connection is closed. The vendor lives in this process, so
// that both moments are on one clock.
import { startUpstream } from '../fakes/upstream/index.ts'
import { startVee } from '../e2e/vee.ts'
import { signIn } from './processes.ts'
import { quantile, report } from './report.ts'

const ROUNDS = 30
const WARM_UP = 3

const upstream = await startUpstream({ chat: { text: 'word '.repeat(2_000), piecesPerSecond: 50 } })
const vee = await startVee({ OPENAI_API_KEY: 'sk-bench', OPENAI_BASE_URL: `${upstream.url}/v1` })
const headers = { authorization: `Bearer ${await signIn(vee)}`, 'content-type': 'application/json' }
const times: number[] = []
const bare: number[] = []
try {
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    upstream.reset()
    const replyId = `stopped-${round}`
    const body = JSON.stringify({ replyId, stream: true, messages: [{ role: 'user', content: 'Go on' }] })
    const reply = await fetch(`${vee.url}/api/chat`, { method: 'POST', headers, body })
    const reader = reply.body?.getReader()
    const request = await upstream.arrival(1)
    await reader?.read()
    const stoppedAt = performance.now()
    await fetch(`${vee.url}/api/chat/replies/${replyId}`, { method: 'DELETE', headers })
    await request.ended
    await reader?.cancel()
    const asked = performance.now()
    await (await fetch(`${vee.url}/api/health`)).arrayBuffer()
    if (round < WARM_UP) continue
    times.push((request.abortedAt ?? Number.NaN) - stoppedAt)
    bare.push(performance.now() - asked)
  }
} finally {
  await vee.close()
  await upstream.close()
}

const baseline = { name: 'a call that does nothing', value: quantile(bare, 0.5) }
report({ name: 'stop to the closed vendor, p50', unit: 'ms', value: quantile(times, 0.5), baseline })
report({
  name: 'stop to the closed vendor, most',
  unit: 'ms',
  value: Math.max(...times),
  limit: { value: 100 },
})
