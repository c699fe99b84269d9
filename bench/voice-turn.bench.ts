// Measures from the end of speech to the first audible sample, in real Chromium with a file as the
// microphone, compared to the same services called sequentially by a minimal client: over the socket, over
// HTTP, and over the socket with the button released some time after the last word.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { launchChromium } from './browser.ts'
import { MICROPHONE, openSpokenPage, pressAndSpeak, QUESTION } from './press-and-speak.ts'
import { startUpstreamProcess, startVeeBefore } from './processes.ts'
import { quantile, report } from './report.ts'
import { timeServices } from './services-in-sequence.ts'

const TURNS = 12
/** Number of initial turns, which load the worklets and open the connections. */
const WARM_UP = 2
/** Times for which the button is held after the last word, in ms. */
const PAUSES = [300, 500, 700]

interface Measured {
  readonly times: readonly number[]
  readonly services: readonly number[]
}

async function measure(page: Page, pauseOf: (count: number) => number): Promise<Measured> {
  const sound = await readFile(QUESTION)
  const times: number[] = []
  const services: number[] = []
  for (let count = 0; count < TURNS + WARM_UP; count += 1) {
    const time = await pressAndSpeak(page, pauseOf(count))
    const servicesMs = await timeServices(upstream.url, sound)
    if (count < WARM_UP) continue
    times.push(time)
    services.push(servicesMs)
  }
  return { times, services }
}

function reportBeyond(name: string, { times, services }: Measured, limit: number): void {
  for (const [quantileName, q] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    const baseline = { name: 'the services in sequence', value: quantile(services, q) }
    const value = quantile(times, q)
    report({ name: `${name}: last word to first sound, ${quantileName}`, unit: 'ms', value, baseline })
    report({
      name: `${name}: beyond the services' own time, ${quantileName}`,
      unit: 'ms',
      value: value - baseline.value,
      ...(quantileName === 'p50' && { limit: { value: limit } }),
    })
  }
}

const upstream = await startUpstreamProcess()
const vee = await startVeeBefore(upstream)
const browser = await launchChromium(...MICROPHONE)
try {
  const overHttp = await openSpokenPage(browser, vee.url, false)
  reportBeyond('HTTP', await measure(overHttp, () => 0), 60)
  await overHttp.close()
  const overSocket = await openSpokenPage(browser, vee.url, true)
  reportBeyond('socket', await measure(overSocket, () => 0), 20)
  const pauses = await measure(overSocket, (count) => PAUSES[count % PAUSES.length] ?? 0)
  report({
    name: `socket, let go ${PAUSES.join(', ')} ms after the last word, p50`,
    unit: 'ms',
    value: quantile(pauses.times, 0.5),
    limit: { value: 800 },
  })
} finally {
  await browser.close()
  await vee.close()
  await upstream.stop()
}
