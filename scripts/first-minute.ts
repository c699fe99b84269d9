// `npm run first-minute`: takes the ten screenshots of docs/first-minute: the first conversation without any
// key, on a desktop and on a phone. The model hub is the tests' fake.
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

async function film(name: keyof typeof SIZES): Promise<void> {
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
    const context = await browser.newContext({ viewport: SIZES[name], hasTouch: name === 'phone' })
    await minute(await context.newPage(), name, vee.url, hub)
  } finally {
    await browser.close()
    await vee.close()
    await hub.close()
    await rm(folder, { recursive: true })
  }
}

async function minute(
  page: Page,
  name: string,
  url: string,
  hub: Awaited<ReturnType<typeof startModelHub>>,
): Promise<void> {
  const shot = (step: string) => page.screenshot({ path: join(OUT, `${name}-${step}.png`) })
  const held = Promise.withResolvers<void>()
  hub.fail({ holds: held.promise })
  await page.goto(`${url}/en/`)
  await page.getByRole('textbox', { name: /^Message/ }).waitFor()
  await page.waitForLoadState('networkidle')
  await shot('1-open')
  await page.getByRole('button', { name: /^Microphone/ }).hover()
  await page.mouse.down()
  const status = page.getByRole('region', { name: 'Talk to Vee' }).getByRole('status').last()
  await status.getByText('Listening').waitFor()
  const begun = Date.now()
  await shot('2-talking')
  await page.waitForTimeout(Math.max(0, WORDS_END_MS - (Date.now() - begun)))
  await page.mouse.up()
  await page.getByText(/^Downloading speech recognition/).waitFor()
  await shot('3-fetching')
  held.resolve()
  const field = page.getByRole('textbox', { name: /^Message/ })
  await page.waitForFunction(() => document.querySelector('textarea')?.value !== '')
  await shot('4-heard')
  await field.press('Enter')
  await page.getByText('Built-in responder').first().waitFor()
  await status.getByText('Speaking').waitFor()
  await shot('5-answered')
}

for (const name of ['desktop', 'phone'] as const) await film(name)
