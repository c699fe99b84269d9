import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { startUpstream, type Upstream } from '../fakes/upstream/index.ts'
import { tapOutput } from './output-tap.ts'
import { startVee, type Vee } from './vee.ts'

export { expect, type Download, type Locator, type Page } from '@playwright/test'

/**
 * What Playwright turns off already (the last such flag counts, so it is said again), then the browser's own windows: their
 * renderers took a tenth of the machine, and no test sees them.
 */
const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
]

const QUIET = [
  `--disable-features=${FEATURES_OFF.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const launch = (...args: string[]) => ({
  launchOptions: {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [...QUIET, ...args],
    // A browser in the C locale knows no file name but those in ASCII.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  },
})

/**
 * `test.use(microphone('question.wav'))`: a page whose microphone plays that file of e2e/audio once, from its opening on.
 * @param count of microphones, and of loudspeakers; the first is the system's
 */
export const microphone = (file: string, count = 1) =>
  launch(
    '--autoplay-policy=no-user-gesture-required',
    '--use-fake-ui-for-media-stream',
    `--use-fake-device-for-media-stream=device-count=${count}`,
    `--use-file-for-fake-audio-capture=${join(import.meta.dirname, 'audio', file)}%noloop`,
  )

/** A person who says no when the browser asks for the microphone. */
export const deniedMicrophone = () =>
  launch('--use-fake-ui-for-media-stream=deny', '--use-fake-device-for-media-stream')

/** A computer without a microphone: the browser would allow one. */
export const noMicrophone = () => launch('--use-fake-ui-for-media-stream')

interface Options {
  /** what the server is told beyond where its vendor is */
  readonly settings: Readonly<Record<string, string>>
  /** false for a server that knows no vendor at all */
  readonly hasVendor: boolean
  /**
   * The server and its vendor may be those of the tests before: what a test leaves there (conversations, accounts) is nothing
   * to the next, it stops neither, and has no settings of its own. A start takes a third of a short test's processor time.
   */
  readonly isShared: boolean
}

interface House {
  readonly upstream: Upstream
  readonly vee: Vee
}

async function openHouse(hasVendor: boolean, settings: Options['settings'] = {}): Promise<House> {
  const upstream = await startUpstream()
  const vendor = { OPENAI_API_KEY: 'sk-e2e', OPENAI_BASE_URL: `${upstream.url}/v1` }
  return { upstream, vee: await startVee({ ...(hasVendor && vendor), ...settings }) }
}

async function closeHouse({ upstream, vee }: House): Promise<void> {
  await vee.close()
  await upstream.close()
}

interface WorkerFixtures {
  /** the servers that tests of one worker share, with a vendor and without one */
  readonly sharedHouse: (hasVendor: boolean) => Promise<House>
}

interface Fixtures {
  readonly house: House
  /** the vendor of models, transcription and speech, scripted by the test */
  readonly upstream: Upstream
  /** the built server, connected to that vendor */
  readonly vee: Vee
}

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  ...launch(),
  // What is kept for offline would keep the tests from seeing requests; e2e/offline allows it.
  serviceWorkers: 'block',
  settings: [{}, { option: true }],
  hasVendor: [true, { option: true }],
  isShared: [false, { option: true }],
  sharedHouse: [
    async ({}, provide) => {
      const houses = new Map<boolean, Promise<House>>()
      await provide((hasVendor) => {
        const house = houses.get(hasVendor) ?? openHouse(hasVendor)
        houses.set(hasVendor, house)
        return house
      })
      for (const house of houses.values()) await closeHouse(await house)
    },
    { scope: 'worker' },
  ],
  house: async ({ sharedHouse, isShared, settings, hasVendor }, provide) => {
    if (isShared && Object.keys(settings).length === 0) {
      const house = await sharedHouse(hasVendor)
      house.upstream.reset()
      await provide(house)
      return
    }
    const house = await openHouse(hasVendor, settings)
    await provide(house)
    await closeHouse(house)
  },
  upstream: async ({ house }, provide) => {
    await provide(house.upstream)
  },
  vee: async ({ house }, provide) => {
    await provide(house.vee)
  },
  baseURL: async ({ vee }, provide) => {
    await provide(vee.url)
  },
  page: async ({ page }, provide) => {
    await tapOutput(page)
    await provide(page)
  },
})
