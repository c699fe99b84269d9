import type { Page } from '@playwright/test'
import { THEME_IDS } from '@vee/contract/entities/theme'
import { arriveWith } from '../shell/visit.ts'
import { expect, test } from '../test.ts'

test.use({ isShared: true })

interface LayoutShift extends PerformanceEntry {
  /** within 500 ms after a press or a key, which explain it */
  readonly hadRecentInput: boolean
}

/** Records layout shifts from the start of the page on. */
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
  return async () => {
    await page.evaluate(async () => {
      await document.fonts.ready
      // Layout shifts caused by a font are reported after the next frame.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    })
    return page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
  }
}

/** Each theme in an alphabet with long words, and in one with other fonts. */
const LANGUAGES = ['en', 'de-DE', 'ja-JP']

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1440, height: 900 }],
] as const) {
  test(`nothing moves on ${device} while any theme loads`, async ({ browser, vee }) => {
    for (const [index, theme] of THEME_IDS.entries()) {
      // A new page, without cached fonts of the previous theme.
      const page = await browser.newPage({ viewport, baseURL: vee.url, serviceWorkers: 'block' })
      await arriveWith(page, { theme, isNew: true })
      const shifts = await watchShifts(page)
      const locale = LANGUAGES[index % LANGUAGES.length]
      await page.goto(`/${locale}/`)
      await page.waitForLoadState('networkidle')
      expect(await shifts(), `${theme}, ${locale}`).toEqual([])
      await page.close()
    }
  })
}

// One theme for each font: the humanist, the serif of headings, the monospace.
for (const theme of ['aurora-daybreak', 'warm-embrace', 'terminus-dark']) {
  test(`nothing moves in ${theme} when its fonts load late`, async ({ page }) => {
    const heading = page.getByRole('heading', { level: 1 })
    await page.route('**/*.woff2', async (route) => {
      await heading.waitFor()
      await route.continue()
    })
    await arriveWith(page, { theme, isNew: true })
    const shifts = await watchShifts(page)
    await page.goto('/en/')
    await expect(heading).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await shifts()).toEqual([])
  })
}
