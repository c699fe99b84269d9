import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'

interface LayoutShift extends PerformanceEntry {
  /** within 500 ms after a press or a key, which explain it */
  readonly hadRecentInput: boolean
}

/** What moved by itself, from the page's first moment on. */
async function watchShifts(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (!entry.hadRecentInput) shifts.push(JSON.stringify(entry))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
}

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1440, height: 900 }],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport })

    for (const locale of ['en', 'de-DE', 'ja-JP']) {
      test(`nothing moves while ${locale} loads`, async ({ page }) => {
        const shifts = await watchShifts(page)
        await page.goto(`/${locale}/`)
        await page.waitForLoadState('networkidle')
        await page.evaluate(() => document.fonts.ready)
        expect(await shifts()).toEqual([])
      })
    }
  })
}
