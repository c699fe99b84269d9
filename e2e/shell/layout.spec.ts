import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'
import { arriveWith, logIn } from './visit.ts'

/** those with the longest words, and one without spaces */
const LOCALES = ['en', 'de-DE', 'pt-BR', 'ja-JP'] as const
const PATHS = ['', '/login', '/register', '/about', '/nothing', '/settings', '/invite']

/** A score that browsers' tools show as 0.00: the fallback face differs from the real one by fractions of a pixel a letter. */
const UNSEEN = 0.005

/**
 * What can be seen to stick out of the page at its side, and whether the page itself scrolls there. A wide table may
 * scroll within itself (WCAG 2.2, 1.4.10).
 */
function sticksOut(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const parts = [...document.querySelectorAll('main *')].filter(
      (part) =>
        part.getBoundingClientRect().right >= clientWidth + 1 &&
        !part.matches('section[tabindex="0"] > table, table *'),
    )
    const names = parts.map((part) => `${part.localName} ${part.getAttribute('class') ?? ''}`)
    return scrollWidth > clientWidth ? ['the page', ...names] : names
  })
}

// 200 % zoom of a 1280 pixel window leaves 640.
for (const width of [320, 640]) {
  test(`nothing scrolls sideways at ${width} pixels`, async ({ page, vee }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: 720 })
    const token = await logIn(vee.url, vee.passphrase)
    for (const locale of LOCALES) {
      for (const path of PATHS) {
        const isPrivate = path === '/settings' || path === '/invite'
        await page.addInitScript(
          (value) => {
            if (value === null) localStorage.removeItem('vee.auth-token')
            else localStorage.setItem('vee.auth-token', value)
          },
          isPrivate ? token : null,
        )
        await page.goto(`/${locale}${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await sticksOut(page), `/${locale}${path}`).toEqual([])
      }
    }
  })
}

for (const width of [390, 1440]) {
  test(`nothing moves by itself at ${width} pixels: on load, and on a change of the language`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await arriveWith(page, {})
    await page.addInitScript(() => {
      const shifts: number[] = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if ('value' in entry && !('hadRecentInput' in entry && entry.hadRecentInput))
            shifts.push(Number(entry.value))
        }
      }).observe({ type: 'layout-shift', buffered: true })
      Object.assign(window, { veeShifts: shifts })
    })
    const shifted = () =>
      page.evaluate(() => {
        const shifts: unknown = Reflect.get(window, 'veeShifts')
        return Array.isArray(shifts)
          ? shifts.reduce((sum: number, shift: number) => sum + shift, 0)
          : Number.NaN
      })
    await page.goto('/en/about')
    await expect(page.getByText('API online')).toBeVisible()
    expect(await shifted()).toBeLessThan(UNSEEN)
    if (width < 640) await page.getByRole('button', { name: 'Menu' }).click()
    await page
      .getByRole('button', { name: /Language/ })
      .last()
      .click()
    await page.getByRole('menuitemcheckbox', { name: 'Deutsch' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Über Vee')
    expect(await shifted()).toBeLessThan(UNSEEN)
  })
}
