// Measures what the server adds to a live model: the time from a typed message to the first sound, over the server and
// directly at the same fake vendor; and conversations at the same time, each of which speaks and listens in real time.
// `node bench/live-relay.bench.ts 50 300` holds 50 of them for 300 s; the server has to be built.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { startVee } from '../e2e/vee.ts'
import { connectSocket, type SocketClient } from '../fakes/socket-client.ts'
import { quantile, report } from './report.ts'

const [sessions = 50, seconds = 15] = process.argv.slice(2).map(Number)
const TIMES = 100
const FRAME_MS = 40
const SPOKEN_FRAMES = 25
/** The fake ends a turn after half a second of silence; the resampler holds back a part of the first frame. */
const SILENT_FRAMES = 14
const ADDED_MS = 15
const FIRST_SOUND_MS = 60

const silence = new Uint8Array(1_280)
const tone = new Uint8Array(
  Int16Array.from({ length: 640 }, (_, index) => Math.round(9_000 * Math.sin(index / 8))).buffer,
)

async function startVendor() {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../fakes/live-model/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString('utf8').trim(), stop: () => child.kill('SIGTERM') }
}

async function connect(url: string, index: number): Promise<SocketClient> {
  const client = await connectSocket(url)
  client.say({ type: 'hello', version: 1, sessionId: `bench-${index}` })
  await client.next('ready')
  client.say({
    type: 'live-start',
    liveId: 'live',
    agentId: 'v_agent',
    conversationId: `conv-v_agent-${index}`,
    language: 'en',
  })
  await client.next('live-started')
  return client
}

/** Returns the times from a typed message to the first sound. */
async function overServer(url: string): Promise<number[]> {
  const client = await connect(url, -1)
  const times: number[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const from = performance.now()
    client.say({ type: 'live-text', liveId: 'live', messageId: `m${time}`, text: 'What is the time?' })
    await client.next('live-reply-started')
    times.push(performance.now() - from)
    // The whole reply arrives before the next message interrupts it.
    await delay(10)
  }
  await client.close()
  return times
}

async function directly(url: string): Promise<number[]> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/realtime?model=bench`)
  await once(socket, 'open')
  const send = (event: object) => socket.send(JSON.stringify(event))
  const until = (type: string) =>
    new Promise<void>((resolve) => {
      const look = (data: Buffer) => {
        if ((JSON.parse(data.toString('utf8')) as { type: string }).type !== type) return
        socket.off('message', look)
        resolve()
      }
      socket.on('message', look)
    })
  const updated = until('session.updated')
  send({ type: 'session.update', session: { type: 'realtime' } })
  await updated
  const times: number[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const first = until('response.output_audio.delta')
    const done = until('response.done')
    const from = performance.now()
    const content = [{ type: 'input_text', text: 'What is the time?' }]
    send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } })
    send({ type: 'response.create' })
    await first
    times.push(performance.now() - from)
    await done
    await delay(10)
  }
  socket.close()
  return times
}

/** Speaks and listens until the time is over. Returns the times from the end of speech to the first sound. */
async function converse(url: string, index: number, until: number): Promise<number[]> {
  // They do not all speak at the same moment.
  await delay(Math.random() * 2_000)
  const client = await connect(url, index)
  const times: number[] = []
  const send = async (frame: Uint8Array, frames: number) => {
    const from = performance.now()
    for (let sent = 0; sent < frames; sent += 1) {
      client.send(frame)
      await delay(Math.max(0, from + (sent + 1) * FRAME_MS - performance.now()))
    }
  }
  while (performance.now() < until) {
    await send(tone, SPOKEN_FRAMES)
    await send(silence, SILENT_FRAMES - 1)
    client.send(silence)
    const from = performance.now()
    await client.next('live-reply-started')
    times.push(performance.now() - from)
    await client.next('live-reply-ended')
  }
  client.say({ type: 'live-end', liveId: 'live' })
  const { reason } = await client.next('live-ended')
  if (reason !== 'client') throw new Error(`ended by ${reason}`)
  await client.close()
  return times
}

const vendor = await startVendor()
const vee = await startVee({
  LIVE_MODELS: 'openai:bench',
  LIVE_API_KEY: 'sk-bench',
  LIVE_BASE_URL: `${vendor.url}/v1`,
})
try {
  await directly(vendor.url)
  await overServer(vee.url)
  const [direct, relayed] = [await directly(vendor.url), await overServer(vee.url)]
  const [base, value] = [quantile(direct, 0.5), quantile(relayed, 0.5)]
  report({
    name: 'message to first sound of a live model',
    unit: 'ms',
    value,
    baseline: { name: 'directly at the vendor', value: base },
  })
  report({
    name: 'of these, added by the server, p50',
    unit: 'ms',
    value: value - base,
    limit: { value: ADDED_MS },
  })
  const until = performance.now() + seconds * 1_000
  const results = await Promise.allSettled(
    Array.from({ length: sessions }, (_, index) => converse(vee.url, index, until)),
  )
  const times = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
  for (const failure of new Set(failures)) console.log(`  ${failure}`)
  console.log(`  ${sessions} conversations for ${seconds} s, ${times.length} turns`)
  report({ name: 'conversations that failed', unit: '', value: failures.length, limit: { value: 0 } })
  report({
    name: 'end of speech to first sound, p50',
    unit: 'ms',
    value: quantile(times, 0.5),
    limit: { value: FIRST_SOUND_MS },
  })
  report({ name: 'end of speech to first sound, p95', unit: 'ms', value: quantile(times, 0.95) })
} finally {
  await vee.close()
  vendor.stop()
}
