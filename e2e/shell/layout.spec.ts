import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../test.ts'
import { arriveWith, logIn } from './visit.ts'

test.use({ isShared: true })

/** those with the longest words, and one without spaces */
const LOCALES = ['en', 'de-DE', 'pt-BR', 'ja-JP'] as const
const PATHS = ['', '/login', '/register', '/about', '/nothing', '/settings', '/invite/not-a-token']

/** A shift this soon after a press is explained by it, and does not count (Layout Instability API); in ms. */
const EXPLAINED_MS = 500

/**
 * Returns visible overflow at the side of the page, and whether the page itself scrolls there. A wide table
 * may scroll within itself (WCAG 2.2, 1.4.10).
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

/** Returns whether the element is visible and not covered at this distance from its beginning, in px. */
const isUncovered = (what: Locator, fromStart = 10) =>
  what.evaluate((element, x) => {
    const { left, top, height } = element.getBoundingClientRect()
    return document.elementFromPoint(left + x, top + height / 2) === element
  }, fromStart)

test('nothing scrolls sideways at 320 pixels, nor at 640', async ({ page, vee }) => {
  test.setTimeout(300_000)
  const token = await logIn(vee.url, vee.passphrase)
  const narrow = { width: 320, height: 720 }
  for (const locale of LOCALES) {
    for (const path of PATHS) {
      const isRefused = path.startsWith('/invite')
      const isPrivate = path === '/settings' || isRefused
      await page.addInitScript(
        (value) => {
          if (value === null) localStorage.removeItem('vee.auth-token')
          else localStorage.setItem('vee.auth-token', value)
        },
        isPrivate ? token : null,
      )
      await page.setViewportSize(narrow)
      await page.goto(`/${locale}${path}`)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toBeVisible()
      if (isRefused) {
        await expect(page.getByRole('region').getByRole('alert')).toBeVisible()
        expect(await isUncovered(heading), 'what is told lies over the heading').toBe(true)
      }
      expect(await sticksOut(page), `/${locale}${path} at 320`).toEqual([])
      // 200 % zoom of a 1280 pixel window corresponds to 640.
      await page.setViewportSize({ ...narrow, width: 640 })
      expect(await sticksOut(page), `/${locale}${path} at 640`).toEqual([])
    }
  }
})

for (const viewport of [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
]) {
  test(`on a phone of ${viewport.width} pixels the welcome covers neither the heading nor the field`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await page.goto('/de-DE')
    await expect(page.getByText('Willkommen bei Vee')).toBeVisible()
    await expect.poll(() => isUncovered(page.getByRole('heading', { level: 1, name: /V\b/ }))).toBe(true)
    // The plus button lies in its beginning.
    await expect.poll(() => isUncovered(page.getByRole('textbox'), 70)).toBe(true)
  })
}

for (const width of [390, 1440]) {
  test(`nothing moves by itself at ${width} pixels: on load, and on a change of the language with any delay`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await arriveWith(page, { theme: width < 640 ? 'warm-embrace' : 'terminus-dark' })
    await page.addInitScript(() => {
      const shifts: string[] = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (!('hadRecentInput' in entry && entry.hadRecentInput)) shifts.push(JSON.stringify(entry))
        }
      }).observe({ type: 'layout-shift', buffered: true })
      Object.assign(window, { veeShifts: shifts, veePressedAt: 0 })
      addEventListener('click', () => Object.assign(window, { veePressedAt: performance.now() }), true)
    })
    const shifts = () => page.evaluate(() => Reflect.get(window, 'veeShifts') as readonly string[])
    for (const path of ['/about', '/login', '/register', '/nothing']) {
      await page.goto(`/en${path}`)
      await expect(page.getByText('API online')).toBeVisible()
      expect(await shifts(), path).toEqual([])
    }

    await page.goto('/en/about')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page
      .getByRole('button', { name: /Language/ })
      .last()
      .click()
    // Delays the texts beyond the time for which the press explains a layout shift.
    await page.route('**/assets/**', async (route) => {
      await page.waitForFunction(
        (ms) => performance.now() - Reflect.get(window, 'veePressedAt') > ms,
        EXPLAINED_MS,
      )
      await route.continue()
    })
    await page.getByRole('menuitemcheckbox', { name: 'Deutsch' }).click()
    await expect(page.getByText('Switching language…')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Über Vee')
    await expect(page.getByText('Switching language…')).toBeHidden()
    expect(await shifts()).toEqual([])
  })
}
