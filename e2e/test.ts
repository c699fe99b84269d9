import { join } from 'node:path'
import { expect, test as base, type Page } from '@playwright/test'
import { startUpstream, type Upstream } from '../fakes/upstream/index.ts'
import { tapOutput } from './output-tap.ts'
import { startVee, type Vee } from './vee.ts'

export { expect, type Download, type Locator, type Page } from '@playwright/test'

/**
 * Features that Playwright disables already (the last such flag counts, so they are repeated); the browser's
 * own windows, whose renderers used a tenth of the machine without being tested; and the renderer that is
 * started ahead for a page that no test opens.
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
  'SpareRendererForSitePerProcess',
]

const BROWSER_FLAGS = [
  `--disable-features=${FEATURES_OFF.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  // Two processes fewer for each browser: a tenth of its processor time.
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const launch = (...args: string[]) => ({
  launchOptions: {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [...BROWSER_FLAGS, ...args],
    // A browser in the C locale supports only ASCII file names.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  },
})

/**
 * `test.use(microphone('question.wav'))`: a page whose microphone plays that file of e2e/audio once, from its
 * opening on.
 * @param count of microphones, and of loudspeakers; the first is the default
 */
export const microphone = (file: string, count = 1) =>
  launch(
    '--autoplay-policy=no-user-gesture-required',
    '--use-fake-ui-for-media-stream',
    `--use-fake-device-for-media-stream=device-count=${count}`,
    `--use-file-for-fake-audio-capture=${join(import.meta.dirname, 'audio', file)}%noloop`,
  )

/**
 * A browser in which this host name resolves to that address, as after DNS rebinding, without Chromium's own protection
 * of local networks: other browsers have none.
 */
export const resolving = (host: string, address: string) =>
  launch(
    `--host-resolver-rules=MAP ${host} ${address}`,
    `--disable-features=${[...FEATURES_OFF, 'LocalNetworkAccessChecks'].join(',')}`,
  )

/** A user who denies access to the microphone. */
export const deniedMicrophone = () =>
  launch('--use-fake-ui-for-media-stream=deny', '--use-fake-device-for-media-stream')

/** A computer without a microphone: the browser would allow one. */
export const noMicrophone = () => launch('--use-fake-ui-for-media-stream')

interface Options {
  /** settings of the server besides its vendor's URL */
  readonly settings: Readonly<Record<string, string>>
  /** false for a server without any vendor */
  readonly hasVendor: boolean
  /**
   * Reuses the server and vendor of earlier tests: data left by a test (conversations, accounts) does not
   * affect the next, it stops neither, and has no settings. A start takes a third of a short test's processor
   * time.
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
  /** the servers shared by the tests of one worker, with a vendor and without one */
  readonly sharedHouse: (hasVendor: boolean) => Promise<House>
}

interface Fixtures {
  readonly house: House
  /** the vendor of models, transcription and speech, scripted by the test */
  readonly upstream: Upstream
  /** the built server, connected to that vendor */
  readonly vee: Vee
}

/** Waits until a closed dialog has left the history, a moment after it is hidden: the browser aborts a reload at that moment. */
export const untilHistoryIsLeft = (page: Page) =>
  expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).not.toContain('veeOverlay')

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  ...launch(),
  // Offline caching would hide requests from the tests; e2e/offline enables it.
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
