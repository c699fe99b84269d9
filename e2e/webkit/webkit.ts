import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { globSync } from 'node:fs'
import { Builder, By, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '../../scripts/process.ts'
import { test as base, expect } from '../test.ts'

/** Debian's small browser on WebKitGTK, the engine of Safari; it needs a display. */
const [MINI_BROWSER = 'MiniBrowser'] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')

/** Creates a configuration folder of GTK in which the page's media feature is `prefers-reduced-motion: reduce`. */
async function withoutMotion(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vee-webkit-'))
  await mkdir(join(folder, 'gtk-3.0'))
  await writeFile(join(folder, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  return folder
}

async function openWebKit(port: number): Promise<WebDriver> {
  const options = { binary: MINI_BROWSER, args: ['--automation'] }
  const capabilities = new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
  return new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build()
}

/** The actions of a test on a page: by role and name, like a user, each with a wait for its target. */
export interface WebKitPage {
  readonly driver: WebDriver
  readonly open: (path: string) => Promise<void>
  readonly reload: () => Promise<void>
  /** Waits for the element of a CSS selector. */
  readonly find: (selector: string) => Promise<WebElement>
  /** Clicks the first button or switch whose accessible name starts with this. */
  readonly press: (name: string) => Promise<void>
  /** Types into the field of a CSS selector; `Key.ENTER` sends. */
  readonly type: (selector: string, ...keys: readonly string[]) => Promise<void>
  /** Waits until the text of the selected part contains this. */
  readonly see: (text: string, selector?: string) => Promise<void>
  readonly textOf: (selector: string) => Promise<string>
}

const FIND_MS = 10_000

/** By label or text; a switch by the text of its label. The driver's own names fail for elements in scrolled panels. */
function named(name: string): By {
  const text = JSON.stringify(name)
  const isNamed = `starts-with(@aria-label, ${text}) or starts-with(normalize-space(.), ${text})`
  return By.xpath(
    `//button[${isNamed}] | //label[starts-with(normalize-space(.), ${text})]//*[@role="switch"]`,
  )
}

async function shown(driver: WebDriver, locator: By): Promise<WebElement | undefined> {
  for (const element of await driver.findElements(locator))
    if (await element.isDisplayed().catch(() => false)) return element
  return undefined
}

function onPage(driver: WebDriver, origin: string): WebKitPage {
  const wait = (locator: By) =>
    driver.wait(async () => (await shown(driver, locator)) ?? null, FIND_MS) as Promise<WebElement>
  const textOf = (selector: string) =>
    driver.executeScript<string>('return document.querySelector(arguments[0])?.textContent ?? ""', selector)
  return {
    driver,
    textOf,
    open: (path) => driver.get(`${origin}${path}`),
    reload: () => driver.navigate().refresh(),
    find: (selector) => wait(By.css(selector)),
    press: (name) =>
      // A page that is opening moves its buttons.
      expect(async () => {
        const button = await shown(driver, named(name))
        if (!button) throw new Error(`There is no button ${name}.`)
        // The driver takes some buttons of scrolled dialogs for hidden ones: there the page clicks.
        await button.click().catch(() => driver.executeScript('arguments[0].click()', button))
      }).toPass({ timeout: FIND_MS }),
    async type(selector, ...keys) {
      const field = await wait(By.css(selector))
      await field.click()
      await field.sendKeys(...keys)
    },
    see: (text, selector = 'body') => expect.poll(() => textOf(selector)).toContain(text),
  }
}

export { expect, Key }

interface WorkerFixtures {
  readonly driverPort: number
}

export const test = base.extend<{ readonly webkit: WebKitPage }, WorkerFixtures>({
  driverPort: [
    async ({}, provide) => {
      const port = await freePort()
      const config = await withoutMotion()
      const driver: ChildProcess = spawn('WebKitWebDriver', [`--port=${port}`], {
        stdio: 'ignore',
        env: { ...process.env, XDG_CONFIG_HOME: config },
      })
      await expect
        .poll(() =>
          fetch(`http://127.0.0.1:${port}/status`).then(
            ({ ok }) => ok,
            () => false,
          ),
        )
        .toBe(true)
      await provide(port)
      driver.kill()
      await rm(config, { recursive: true })
    },
    { scope: 'worker' },
  ],
  webkit: async ({ driverPort, vee }, provide, testInfo) => {
    const driver = await openWebKit(driverPort)
    await driver.manage().window().setRect({ width: 1280, height: 800 })
    await provide(onPage(driver, vee.url))
    if (testInfo.status !== testInfo.expectedStatus)
      await writeFile(testInfo.outputPath('failed.png'), await driver.takeScreenshot(), 'base64')
    await driver.quit()
  },
})
