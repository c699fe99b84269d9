/*
 * A thread that requests GET /api/health every 20 ms, so that the duration of the attacks themselves does not
 * count. Reports the maximum response time in ms when it is stopped, or that the server has ended.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const PROBE_EVERY_MS = 20

const url = String(workerData)
const over = new AbortController()
parentPort?.once('message', () => over.abort())

let longest = 0
try {
  while (!over.signal.aborted) {
    const at = performance.now()
    await (await fetch(`${url}/api/health`)).arrayBuffer()
    longest = Math.max(longest, performance.now() - at)
    await delay(PROBE_EVERY_MS)
  }
  parentPort?.postMessage(longest)
} catch {
  parentPort?.postMessage(undefined)
}
