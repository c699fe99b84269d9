// Measures the size and load time of the initial page, in real Chromium, compared to an empty page of the
// same server.
import { gzipSync } from 'node:zlib'
import type { Browser, Response } from '@playwright/test'
import { startVee } from '../e2e/vee.ts'
import { launchChromium } from './browser.ts'
import { quantile, report } from './report.ts'

const ROUNDS = 7

interface Load {
  /** gzip, without headers; the server sends Brotli to clients that support it, which is smaller */
  readonly scriptKilobytes: number
  /** transferred size, headers included */
  readonly allKilobytes: number
  readonly requests: number
  readonly paintMs: number
  readonly usableMs: number
}

async function load(browser: Browser, url: string, slowdown: number): Promise<Load> {
  const page = await browser.newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  let allBytes = 0
  const answers: Response[] = []
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (allBytes += encodedDataLength))
  page.on('response', (response) => answers.push(response))
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByRole('textbox').first().waitFor()
  const usableMs = await page.evaluate(() => performance.now())
  await page.waitForLoadState('networkidle')
  const paintMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )
  const scripts = answers.filter((response) => response.request().resourceType() === 'script')
  const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await script.body()).length))
  await page.close()
  return {
    scriptKilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000,
    allKilobytes: allBytes / 1024,
    requests: answers.length,
    paintMs,
    usableMs,
  }
}

const vee = await startVee({})
const browser = await launchChromium()
try {
  for (const [slowdown, limitMs] of [
    [1, 500],
    [4, 1400],
  ] as const) {
    const loads: Load[] = []
    for (let round = 0; round < ROUNDS; round += 1) loads.push(await load(browser, `${vee.url}/en`, slowdown))
    const median = (pick: (load: Load) => number) => quantile(loads.map(pick), 0.5)
    if (slowdown === 1) {
      report({
        name: 'script before the first reply',
        unit: 'kB',
        value: median((one) => one.scriptKilobytes),
        limit: { value: 130 },
      })
      report({
        name: 'all bytes',
        unit: 'KiB',
        value: median((one) => one.allKilobytes),
        limit: { value: 300 },
      })
      report({ name: 'requests', unit: '', value: median((one) => one.requests), limit: { value: 14 } })
    }
    report({
      name: `first contentful paint, processor ${slowdown}×`,
      unit: 'ms',
      value: median((one) => one.paintMs),
    })
    report({
      name: `message field usable, processor ${slowdown}×`,
      unit: 'ms',
      value: median((one) => one.usableMs),
      limit: { value: limitMs },
    })
  }
} finally {
  await browser.close()
  await vee.close()
}
