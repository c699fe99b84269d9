import { expect, test } from '../test.ts'
import { arriveWith } from './visit.ts'

test.use({ isShared: true })

const HOURS = [
  ['05:59', 'sakura-sunset'],
  ['06:00', 'aurora-daybreak'],
  ['11:59', 'aurora-daybreak'],
  ['12:00', 'warm-embrace'],
  ['17:00', 'twilight-neo'],
  ['20:00', 'sakura-sunset'],
] as const

for (const [time, theme] of HOURS) {
  test(`at ${time} without a choice the theme is ${theme}`, async ({ page }) => {
    await arriveWith(page, {})
    await page.clock.setFixedTime(new Date(`2026-11-21T${time}:00`))
    await page.goto('/en/about')
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  })
}

for (const scheme of ['dark', 'light'] as const) {
  test(`without the hour the system's ${scheme} decides, live`, async ({ page }) => {
    await page.addInitScript(() =>
      localStorage.setItem('vee.ui-preferences', JSON.stringify({ autoTheme: false })),
    )
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto('/en/about')
    const themes = { dark: 'sakura-sunset', light: 'aurora-daybreak' }
    await expect(page.locator('html')).toHaveAttribute('data-theme', themes[scheme])
    const other = scheme === 'dark' ? 'light' : 'dark'
    await page.emulateMedia({ colorScheme: other })
    await expect(page.locator('html')).toHaveAttribute('data-theme', themes[other])
  })
}

test('a choice in the menu has priority and is stored', async ({ page }) => {
  await arriveWith(page, {})
  await page.goto('/en')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemcheckbox', { name: /Terminus Dark/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'terminus-dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'terminus-dark')
})
