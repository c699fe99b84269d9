import { join } from 'node:path'
import { launch, type Browser, type Page } from 'puppeteer-core'
import { openSoundRoom, type SoundRoom } from '../../bench/echo/sound-room.ts'
import { tapOutput } from '../output-tap.ts'
import { test as base, expect } from '../test.ts'

/**
 * Opens Debian's Firefox, controlled by WebDriver BiDi, because Playwright supports only a patched build. Its
 * loudspeaker and microphone are PulseAudio's, because Firefox starts no audio context without a sound
 * server.
 */
const openFirefox = (environment: SoundRoom['environment']): Promise<Browser> =>
  launch({
    browser: 'firefox',
    env: { ...process.env, ...environment },
    executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
    extraPrefsFirefox: {
      'ui.prefersReducedMotion': 1,
      'intl.accept_languages': 'en-US',
      'media.navigator.permission.disabled': true,
      'permissions.default.microphone': 1,
      'media.autoplay.default': 0,
    },
  })

/** The actions of a test on a page: by role and name, like a user, each with a wait for its target. */
export interface FirefoxPage {
  readonly page: Page
  readonly open: (path: string) => Promise<void>
  readonly click: (role: string, name: string) => Promise<void>
  /** Types into the field that a CSS selector matches, like a user. */
  readonly type: (selector: string, text: string) => Promise<void>
  /** Waits until the text of the page, or of the selected part, contains this. */
  readonly see: (text: string, selector?: string) => Promise<void>
  readonly textOf: (selector: string) => Promise<string>
}

const byRole = (role: string, name: string) => `::-p-aria([name="${name}"][role="${role}"])`

function onPage(page: Page, origin: string): FirefoxPage {
  const textOf = (selector: string) => page.$eval(selector, (element) => element.textContent).catch(() => '')
  return {
    page,
    textOf,
    open: async (path) => {
      await page.goto(`${origin}${path}`)
    },
    click: (role, name) => page.locator(byRole(role, name)).click(),
    async type(selector, text) {
      await page.locator(selector).click()
      await page.keyboard.type(text)
    },
    see: (text, selector = 'body') => expect.poll(() => textOf(selector)).toContain(text),
  }
}

/** Holds the microphone's button while a file of e2e/audio is played into it. */
export async function say({ page, see }: FirefoxPage, room: SoundRoom, file: string): Promise<void> {
  const microphone = await page.waitForSelector(
    '::-p-xpath(//button[starts-with(@aria-label, "Microphone")])',
  )
  const box = await microphone?.boundingBox()
  if (!box) throw new Error('there is no microphone button')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await see('Listening')
  await room.say(join(import.meta.dirname, '../audio', file))
  await page.mouse.up()
}

/** Measures the page's output; call it before the page is opened. */
export const tapOutputOf = ({ page }: FirefoxPage) =>
  tapOutput({
    addInitScript: async (script, argument) => {
      if (typeof script !== 'function') throw new Error('only functions are passed')
      await page.evaluateOnNewDocument(script as (given: unknown) => void, argument)
      return { dispose: async () => {}, [Symbol.asyncDispose]: async () => {} }
    },
  })

/** Returns for how long there was audible output, in milliseconds. */
export const heardMs = ({ page }: FirefoxPage): Promise<number> =>
  page.evaluate(() => window.veeOutput.reduce((sum, { from, to }) => sum + to - from, 0))

export { expect }

interface WorkerFixtures {
  readonly room: SoundRoom
  readonly browserOfFirefox: Browser
}

export const test = base.extend<{ readonly firefox: FirefoxPage }, WorkerFixtures>({
  room: [
    async ({}, provide) => {
      const room = await openSoundRoom()
      await provide(room)
      await room.close()
    },
    { scope: 'worker' },
  ],
  browserOfFirefox: [
    async ({ room }, provide) => {
      const browser = await openFirefox(room.environment)
      await provide(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  firefox: async ({ browserOfFirefox, vee }, provide) => {
    const context = await browserOfFirefox.createBrowserContext()
    const page = await context.newPage()
    await page.setViewport({ width: 1280, height: 800 })
    await provide(onPage(page, vee.url))
    await context.close()
  },
})
