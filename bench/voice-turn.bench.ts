// From the release of the microphone button to the first audible sample, in real Chromium with a file as the
// microphone, against the same services asked one after the other by a client that does nothing else.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { tapOutput } from '../e2e/output-tap.ts'
import { launchChromium } from './browser.ts'
import { startUpstreamProcess, startVeeBefore } from './processes.ts'
import { quantile, report } from './report.ts'
import { timeServices } from './services-in-sequence.ts'

const TURNS = 20
/** The first turns load the worklets and open the connections. */
const WARM_UP = 2
const QUESTION = join(import.meta.dirname, '../e2e/audio/question.wav')
/** The file begins anew with every press: half a second of silence, then one and a half of speech. */
const HOLD_MS = 2_000

declare global {
  interface Window {
    veeReleasedAt: number
  }
}

/** One press of the button; resolves with the silence between its release and the reply, in ms. */
async function turn(page: Page): Promise<number> {
  const button = page.getByRole('button', { name: /^Microphone/ })
  await button.hover()
  await page.mouse.down()
  await page.waitForTimeout(HOLD_MS)
  await page.mouse.up()
  const sounded = await page.waitForFunction(
    () => window.veeOutput.find(({ from }) => from > window.veeReleasedAt),
    undefined,
    { polling: 20 },
  )
  const { from } = (await sounded.jsonValue()) ?? { from: Number.NaN }
  return from - (await page.evaluate(() => window.veeReleasedAt))
}

const upstream = await startUpstreamProcess()
const vee = await startVeeBefore(upstream)
const browser = await launchChromium(
  '--autoplay-policy=no-user-gesture-required',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-audio-capture=${QUESTION}%noloop`,
)
const silences: number[] = []
const services: number[] = []
try {
  const page = await browser.newPage()
  await tapOutput(page)
  await page.addInitScript(() => {
    localStorage.setItem('vee.user-settings.v1.5.1', JSON.stringify({ sendsTranscriptAtOnce: true }))
    window.addEventListener('pointerup', () => (window.veeReleasedAt = performance.now()), true)
  })
  await page.goto(`${vee.url}/en/`)
  const sound = await readFile(QUESTION)
  for (let count = 0; count < TURNS + WARM_UP; count += 1) {
    const silence = await turn(page)
    const servicesMs = await timeServices(upstream.url, sound)
    if (count < WARM_UP) continue
    silences.push(silence)
    services.push(servicesMs)
  }
} finally {
  await browser.close()
  await vee.close()
  await upstream.stop()
}

for (const [name, q, limit] of [
  ['p50', 0.5, 60],
  ['p95', 0.95, undefined],
] as const) {
  const baseline = { name: 'the services in sequence', value: quantile(services, q) }
  const value = quantile(silences, q)
  report({ name: `release to first audible sample, ${name}`, unit: 'ms', value, baseline })
  report({
    name: `beyond the services' own time, ${name}`,
    unit: 'ms',
    value: value - baseline.value,
    ...(limit !== undefined && { limit: { value: limit } }),
  })
}
