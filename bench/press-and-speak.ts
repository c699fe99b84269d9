import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { tapOutput } from '../e2e/output-tap.ts'

/** The microphone of the page. */
export const QUESTION = join(import.meta.dirname, '../e2e/audio/question.wav')
/** The file restarts with every press: half a second of silence, then speech until here, in ms. */
const SPEECH_ENDS_MS = 1_940

declare global {
  interface Window {
    veeReleasedAt: number
    veeMicrophoneAt: number
  }
}

/** Runs one turn; resolves with the time between the last word and the reply, in ms. */
export async function pressAndSpeak(page: Page, pauseMs: number): Promise<number> {
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

export async function openSpokenPage(browser: Browser, url: string, hasSockets: boolean): Promise<Page> {
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

/** Launch options of a browser that plays the question into the microphone. */
export const MICROPHONE = [
  '--autoplay-policy=no-user-gesture-required',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-audio-capture=${QUESTION}%noloop`,
] as const
