// Measures how long after a reply is stopped (DELETE /api/chat/replies/{replyId}), or the client of POST
// /api/tts disconnects, the vendor's connection is closed. The vendor runs in this process, so that both
// times use one clock.
import { startUpstream } from '../fakes/upstream/index.ts'
import { startVee } from '../e2e/vee.ts'
import { signIn } from './processes.ts'
import { quantile, report } from './report.ts'

const ROUNDS = 30
const WARM_UP = 3

const upstream = await startUpstream({
  chat: { text: 'word '.repeat(2_000), piecesPerSecond: 50 },
  speech: { piecesPerSecond: 20 },
})
const vee = await startVee({ OPENAI_API_KEY: 'sk-bench', OPENAI_BASE_URL: `${upstream.url}/v1` })
const headers = { authorization: `Bearer ${await signIn(vee)}`, 'content-type': 'application/json' }

/**
 * Synthesizes a long text and disconnects after the first audio; returns how long the vendor was read
 * afterwards, in ms.
 */
async function leaveSpeech(): Promise<number> {
  upstream.reset()
  const gone = new AbortController()
  const body = JSON.stringify({ text: 'A long sentence, to be broken off. '.repeat(40), format: 'pcm' })
  const response = await fetch(`${vee.url}/api/tts`, { method: 'POST', headers, body, signal: gone.signal })
  await response.body?.getReader().read()
  const request = await upstream.arrival(1)
  const goneAt = performance.now()
  gone.abort()
  await request.ended
  return (request.abortedAt ?? Number.NaN) - goneAt
}

const speech: number[] = []
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
    const soundGone = await leaveSpeech()
    if (round < WARM_UP) continue
    speech.push(soundGone)
    times.push((request.abortedAt ?? Number.NaN) - stoppedAt)
    bare.push(performance.now() - asked)
  }
} finally {
  await vee.close()
  await upstream.close()
}

report({
  name: 'listener gone to the closed vendor, most',
  unit: 'ms',
  value: Math.max(...speech),
  limit: { value: 100 },
})
const baseline = { name: 'a call that does nothing', value: quantile(bare, 0.5) }
report({ name: 'stop to the closed vendor, p50', unit: 'ms', value: quantile(times, 0.5), baseline })
report({
  name: 'stop to the closed vendor, most',
  unit: 'ms',
  value: Math.max(...times),
  limit: { value: 100 },
})
