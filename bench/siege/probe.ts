/*
 * A process that requests GET /api/health of the server in its first argument every 20 ms. A process of its own, on
 * one kept connection: in the process of the attacks their own work would count. On its first message it sends
 * back the maximum response time in ms, and ends; it ends with exit code 1 when the server does.
 */
import { Agent, get } from 'node:http'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

const PROBE_EVERY_MS = 20

const url = `${process.argv[2]}/api/health`
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const over = new AbortController()
process.once('message', () => over.abort())

async function respondsIn(): Promise<number> {
  const nowMs = performance.now()
  const [response] = await once(get(url, { agent }), 'response')
  response.resume()
  await once(response, 'end')
  return performance.now() - nowMs
}

let longest = 0
try {
  while (!over.signal.aborted) {
    longest = Math.max(longest, await respondsIn())
    await delay(PROBE_EVERY_MS)
  }
  process.send?.(longest)
} catch {
  process.exitCode = 1
}
agent.destroy()
process.disconnect()
