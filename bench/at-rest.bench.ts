// Measures the processor time of the page at rest without a GPU, with motion allowed: while it moves, and after thirty
// seconds without input, compared to an empty page.
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { startVee } from '../e2e/vee.ts'
import { launchChromium } from './browser.ts'
import { report } from './report.ts'

/** After loading, before the measurement. */
const SETTLE_MS = 6_000
const MEASURED_MS = 10_000
/** The page stops moving after 30 s without input. */
const STILL_AFTER_MS = 32_000
const LIMIT_MS = 40
/** "Nothing moves": garbage collection and the timers of the browser itself. */
const STILL_LIMIT_MS = 5

/** Returns the processor time of all renderers and of the compositor's process per second, in ms. */
async function busyMs(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const total = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return processInfo
      .filter(({ type }) => type === 'renderer' || type === 'GPU')
      .reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  }
  const [before, from] = [await total(), performance.now()]
  await pause(MEASURED_MS)
  const seconds = (performance.now() - from) / 1_000
  const busy = (((await total()) - before) * 1_000) / seconds
  await session.detach()
  return busy
}

const vee = await startVee({})
const browser = await launchChromium()
try {
  const page = await browser.newPage()
  await page.goto('about:blank')
  await pause(SETTLE_MS)
  const empty = { name: 'an empty page', value: await busyMs(browser) }
  await page.goto(`${vee.url}/en/`)
  await pause(SETTLE_MS)
  report({
    name: 'page at rest, a second',
    unit: 'ms',
    value: await busyMs(browser),
    baseline: empty,
    limit: { value: LIMIT_MS },
  })
  await pause(STILL_AFTER_MS - SETTLE_MS - MEASURED_MS)
  report({
    name: 'page after 30 s without input, a second',
    unit: 'ms',
    value: await busyMs(browser),
    baseline: empty,
    limit: { value: STILL_LIMIT_MS },
  })
} finally {
  await browser.close()
  await vee.close()
}
