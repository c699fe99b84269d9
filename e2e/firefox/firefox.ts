import { launch, type Browser, type Page } from 'puppeteer-core'
import { openSoundRoom, type SoundRoom } from '../../bench/echo/sound-room.ts'
import { test as base, expect } from '../test.ts'

/**
 * Debian's Firefox, driven by WebDriver BiDi: Playwright drives a patched build only. Its loudspeaker and microphone are
 * PulseAudio's, because Firefox starts no audio context without a sound server.
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

/** What a story does on a page: by role and name, as a person would, each waiting for what it needs. */
export interface FirefoxPage {
  readonly page: Page
  readonly open: (path: string) => Promise<void>
  readonly click: (role: string, name: string) => Promise<void>
  /** Types into the field that a CSS selector names, as a person does. */
  readonly type: (selector: string, text: string) => Promise<void>
  /** Waits until the text of the page, or of the part that the selector names, holds this. */
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
