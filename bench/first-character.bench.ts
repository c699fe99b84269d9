// Measures the time from Enter until the first character of a reply is painted, without the model's own time, compared
// to a page that only appends the text.
import type { Browser, Page } from '@playwright/test'
import { addAfterPaint } from './after-paint.ts'
import { askBarePage, barePage } from './bare-page.ts'
import { launchChromium } from './browser.ts'
import { startUpstreamProcess, startVeeBefore } from './processes.ts'
import { quantile, report } from './report.ts'

const SENDS = 7
const LIMIT_MS = { 1: 40, 4: 120 } as const
const WORD = 'Harbour'

/** Resolves with the time of the next painted frame in which a new last message starts, by performance.now(). */
const paintedAt = (page: Page) =>
  page.evaluate(
    (word) =>
      new Promise<number>((resolve) => {
        const messages = document.getElementsByTagName('article')
        const before = messages.length
        const observer = new MutationObserver(() => {
          const last = messages[messages.length - 1]
          if (messages.length <= before || !last?.textContent.includes(word)) return
          observer.disconnect()
          window.afterPaint(() => resolve(performance.now()))
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
    WORD,
  )

async function slowed(page: Page, slowdown: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

async function inVee(browser: Browser, url: string, slowdown: number): Promise<number> {
  const page = await browser.newPage()
  await page.addInitScript(addAfterPaint)
  await page.addInitScript(() => {
    localStorage.setItem('vee.user-settings.v1.5.1', JSON.stringify({ autoPlayTts: false }))
    addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        if (key === 'Enter') document.documentElement.dataset['enter'] = String(timeStamp)
      },
      { capture: true },
    )
  })
  await page.goto(`${url}/en/`)
  await slowed(page, slowdown)
  const field = page.getByRole('textbox').first()
  const times: number[] = []
  for (let send = 0; send < SENDS; send += 1) {
    await field.fill('Tell me')
    const painted = paintedAt(page)
    await field.press('Enter')
    times.push((await painted) - Number(await page.locator('html').getAttribute('data-enter')))
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'hidden' })
  }
  await page.close()
  return quantile(times, 0.5)
}

async function inBarePage(browser: Browser, url: string, slowdown: number): Promise<number> {
  const page = await browser.newPage()
  await page.addInitScript(addAfterPaint)
  await page.goto(`${url}/robots.txt`)
  await slowed(page, slowdown)
  const times: number[] = []
  for (let send = 0; send < SENDS; send += 1) {
    const painted = paintedAt(page)
    const startedAt = await askBarePage(page, 'article')
    times.push((await painted) - startedAt)
  }
  await page.close()
  return quantile(times, 0.5)
}

const browser = await launchChromium()
try {
  for (const firstTokenMs of [0, 200]) {
    const upstream = await startUpstreamProcess(
      '--first-token-ms',
      String(firstTokenMs),
      '--tokens-per-second',
      '100',
      '--reply',
      `${WORD} lights are lit.`,
    )
    const vee = await startVeeBefore(upstream)
    try {
      for (const slowdown of [1, 4] as const) {
        const bare = await inBarePage(browser, vee.url, slowdown)
        report({
          name: `Enter to first character, model ${firstTokenMs} ms, ${slowdown}×`,
          unit: 'ms',
          value: (await inVee(browser, vee.url, slowdown)) - firstTokenMs,
          baseline: barePage(bare - firstTokenMs),
          limit: { value: LIMIT_MS[slowdown] },
        })
      }
    } finally {
      await vee.close()
      await upstream.stop()
    }
  }
} finally {
  await browser.close()
}
