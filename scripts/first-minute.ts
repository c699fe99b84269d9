// `npm run first-minute`: takes the screenshots of docs/first-minute: the first conversation without any key, on a desktop and
// on a phone, where the model hub (the tests' fake) works, where there is none, and where it hangs.
import { mkdtemp, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { startVee } from '../e2e/vee.ts'
import { startModelHub } from '../fakes/model-hub/index.ts'
import { wordsModel, wordsSettings } from '../fakes/speech-models/index.ts'
import { findChromium } from './browsers.ts'
import { build } from './build-steps.ts'
import { ROOT } from './process.ts'

const OUT = join(ROOT, 'docs/first-minute')
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
/** End of speech in what-time.wav, in ms. */
const WORDS_END_MS = 1_900

await build()
await mkdir(OUT, { recursive: true })
const { hubFiles } = await wordsModel()

type Size = keyof typeof SIZES
type Hub = Awaited<ReturnType<typeof startModelHub>>

/** What the hub does, and the pictures of it. */
const SCENES: Readonly<Record<string, (page: Page, hub: Hub, shot: Shot) => Promise<void>>> = {
  '': async (page, hub, shot) => {
    const held = Promise.withResolvers<void>()
    hub.fail({ holds: held.promise })
    await talk(page, shot)
    await page.getByText(/^Downloading speech recognition/).waitFor()
    await page.getByText(/^Recorded\./).waitFor()
    await shot('3-fetching')
    held.resolve()
    await page.waitForFunction(() => document.querySelector('textarea')?.value !== '')
    await shot('4-heard')
    await fieldOf(page).press('Enter')
    await answered(page)
    await shot('5-answered')
  },
  'no-hub': async (page, hub, shot) => {
    await hub.close()
    await typeMeanwhile(page, shot)
  },
  'hanging-hub': async (page, hub, shot) => {
    hub.fail({ hangs: true })
    await typeMeanwhile(page, shot)
  },
}

type Shot = (step: string) => Promise<unknown>

async function film(size: Size, scene: string): Promise<void> {
  const hub = await startModelHub(hubFiles)
  const folder = await mkdtemp(join(tmpdir(), 'vee-minute-'))
  const vee = await startVee({ ...(await wordsSettings(folder, hub.url)), TTS_PROVIDERS: 'flite' })
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--autoplay-policy=no-user-gesture-required',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${join(ROOT, 'e2e/audio/what-time.wav')}%noloop`,
    ],
  })
  try {
    const context = await browser.newContext({ viewport: SIZES[size], hasTouch: size === 'phone' })
    const page = await context.newPage()
    const prefix = [size, scene].filter(Boolean).join('-')
    const shot = (step: string) => page.screenshot({ path: join(OUT, `${prefix}-${step}.png`) })
    await page.goto(`${vee.url}/en/`)
    await fieldOf(page).waitFor()
    await page.waitForLoadState('networkidle')
    if (scene === '') await shot('1-open')
    await SCENES[scene]?.(page, hub, shot)
  } finally {
    await browser.close()
    await vee.close()
    await hub.close()
    await rm(folder, { recursive: true })
  }
}

const fieldOf = (page: Page) => page.getByRole('textbox', { name: /^Message/ })
const statusOf = (page: Page) => page.getByRole('region', { name: 'Talk to Vee' }).getByRole('status').last()

/** Holds the microphone's button while the words are spoken. */
async function talk(page: Page, shot?: Shot): Promise<void> {
  await page.getByRole('button', { name: /^Microphone/ }).hover()
  await page.mouse.down()
  await statusOf(page).getByText('Listening').waitFor()
  const begun = Date.now()
  await shot?.('2-talking')
  await page.waitForTimeout(Math.max(0, WORDS_END_MS - (Date.now() - begun)))
  await page.mouse.up()
}

/** The recording waits for a hub that never answers, and a typed message is sent. */
async function typeMeanwhile(page: Page, shot: Shot): Promise<void> {
  await talk(page)
  await fieldOf(page).fill('Who are you?')
  await page.getByText(/^Speech recognition could not be downloaded/).waitFor()
  await shot('1-known')
  await fieldOf(page).press('Enter')
  await answered(page)
  await shot('2-answered')
}

async function answered(page: Page): Promise<void> {
  await page.getByText('Built-in responder').first().waitFor()
  await statusOf(page).getByText('Speaking').waitFor()
}

for (const scene of Object.keys(SCENES))
  for (const size of ['desktop', 'phone'] as const) await film(size, scene)
