// Measures from the end of speech to the first audible sample, in real Chromium with a file as the
// microphone, compared to the same services called sequentially by a minimal client: over the socket, over
// HTTP, and over the socket with the button released some time after the last word.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { tapOutput } from '../e2e/output-tap.ts'
import { launchChromium } from './browser.ts'
import { startUpstreamProcess, startVeeBefore } from './processes.ts'
import { quantile, report } from './report.ts'
import { timeServices } from './services-in-sequence.ts'

const TURNS = 12
/** Number of initial turns, which load the worklets and open the connections. */
const WARM_UP = 2
const QUESTION = join(import.meta.dirname, '../e2e/audio/question.wav')
/** The file restarts with every press: half a second of silence, then speech until here, in ms. */
const SPEECH_ENDS_MS = 1_940
/** Times for which the button is held after the last word, in ms. */
const PAUSES = [300, 500, 700]

declare global {
  interface Window {
    veeReleasedAt: number
    veeMicrophoneAt: number
  }
}

/** Runs one turn; resolves with the time between the last word and the reply, in ms. */
async function turn(page: Page, pauseMs: number): Promise<number> {
  const endsMs = SPEECH_ENDS_MS + pauseMs
  const button = page.getByRole('button', { name: /^Microphone/ })
  await button.hover()
  await page.evaluate(() => (window.veeMicrophoneAt = Number.NaN))
  await page.mouse.down()
  await page.waitForFunction((ms) => performance.now() - window.veeMicrophoneAt >= ms, endsMs, { polling: 5 })
  await page.mouse.up()
  const sounded = await page.waitForFunction(
    () => window.veeOutput.find(({ from }) => from > window.veeReleasedAt),
    undefined,
    { polling: 20 },
  )
  const { from } = (await sounded.jsonValue()) ?? { from: Number.NaN }
  return from - (await page.evaluate(() => window.veeReleasedAt)) + pauseMs
}

async function openPage(browser: Browser, url: string, hasSockets: boolean): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await tapOutput(page)
  await page.addInitScript((hasSockets) => {
    localStorage.setItem(
      'vee.user-settings.v1.5.1',
      // The cues would be detected as the reply.
      JSON.stringify({ sendsTranscriptAtOnce: true, enableUiSounds: false }),
    )
    window.addEventListener('pointerup', () => (window.veeReleasedAt = performance.now()), true)
    const { mediaDevices } = navigator
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await getUserMedia(constraints)
      window.veeMicrophoneAt = performance.now()
      return stream
    }
    if (!hasSockets) {
      Object.defineProperty(window, 'WebSocket', { value: undefined })
    }
  }, hasSockets)
  await page.goto(`${url}/en/`)
  return page
}

interface Measured {
  readonly times: readonly number[]
  readonly services: readonly number[]
}

async function measure(page: Page, pauseOf: (count: number) => number): Promise<Measured> {
  const sound = await readFile(QUESTION)
  const times: number[] = []
  const services: number[] = []
  for (let count = 0; count < TURNS + WARM_UP; count += 1) {
    const time = await turn(page, pauseOf(count))
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
const browser = await launchChromium(
  '--autoplay-policy=no-user-gesture-required',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-audio-capture=${QUESTION}%noloop`,
)
try {
  const overHttp = await openPage(browser, vee.url, false)
  reportBeyond('HTTP', await measure(overHttp, () => 0), 60)
  await overHttp.close()
  const overSocket = await openPage(browser, vee.url, true)
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
