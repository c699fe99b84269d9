import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'
import { arriveWith, logIn } from './visit.ts'

const THEMES = [
  'sakura-sunset',
  'twilight-neo',
  'aurora-daybreak',
  'warm-embrace',
  'terminus-dark',
  'terminus-light',
] as const
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const
const PUBLIC = ['', '/login', '/register', '/register/success', '/about', '/nothing']
const PRIVATE = ['/settings', '/invite']

/** `about: 'colours'` asks only what depends on the theme. */
async function expectNoViolation(page: Page, where: string, about: 'all' | 'colours' = 'all'): Promise<void> {
  // A menu or dialog stands at the end of the body, outside of every landmark, as the ARIA practices have it.
  const over = '[role=menu], [role=dialog]'
  const isOpen = (await page.locator(over).count()) > 0
  const axe = new AxeBuilder({ page })
  if (about === 'colours') axe.withRules(['color-contrast', 'link-in-text-block'])
  else if (isOpen) axe.disableRules('region')
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)
  expect(found, where).toEqual([])
}

/** Looks at the screens one after another, each at both sizes and in every theme. */
async function expectSound(page: Page, paths: readonly string[]): Promise<void> {
  const [first, ...others] = THEMES
  for (const path of paths) {
    await page.goto(`/en${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await wear(page, first)
      await expectNoViolation(page, `${path} ${size.width} ${first}`)
      for (const theme of others) {
        await wear(page, theme)
        await expectNoViolation(page, `${path} ${size.width} ${theme}`, 'colours')
      }
    }
  }
}

const wear = (page: Page, theme: string) =>
  page.evaluate((id) => {
    document.documentElement.dataset['theme'] = id
  }, theme)

test('every public screen has no violation in any theme, at two sizes', async ({ page }) => {
  test.setTimeout(120_000)
  await arriveWith(page, { theme: THEMES[0] })
  await expectSound(page, PUBLIC)
})

test('nor has any other', async ({ page, vee }) => {
  test.setTimeout(120_000)
  await arriveWith(page, { theme: THEMES[0], token: await logIn(vee.url, vee.passphrase) })
  await expectSound(page, PRIVATE)
})

test('the list beside the page has no violation', async ({ page, vee }) => {
  await arriveWith(page, { theme: 'warm-embrace', token: await logIn(vee.url, vee.passphrase) })
  await page.goto('/en/pro')
  await page.getByRole('button', { name: 'Conversations', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Conversations' })).toBeVisible()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expectNoViolation(page, `list ${size.width}`)
  }
})

test('what opens over the page has no violation', async ({ page }) => {
  await arriveWith(page, { theme: 'warm-embrace' })
  await page.goto('/en')
  const openers = [
    page.getByRole('button', { name: /^Assistant:/ }),
    page.getByRole('button', { name: 'Menu' }),
    page.getByRole('button', { name: 'Theme' }),
    page.getByRole('button', { name: 'Language: English' }),
    page.getByRole('button', { name: 'Voice controls' }),
    page.getByRole('button', { name: /^How to talk/ }),
  ]
  for (const opener of openers) {
    await opener.click()
    await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toBeVisible()
    await expectNoViolation(page, String(opener))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toBeHidden()
  }
  for (const key of ['Control+k', '?']) {
    await page.locator('main').focus()
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoViolation(page, key)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.getByRole('button', { name: 'System log' }).click()
  await expect(page.getByRole('region', { name: 'System log' })).toBeVisible()
  await expectNoViolation(page, 'log')
})

test('the keyboard alone reaches every control of the frame, in order, each visibly', async ({ page }) => {
  await arriveWith(page, {})
  await page.goto('/en/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const wanted = [
    'Skip to content',
    'Vee, home',
    'Assistant: V. Choose another',
    'Theme',
    'Language: English (EN)',
    'Full screen',
    'Mute',
    'Voice controls',
    'Log in',
    'Menu',
  ]
  for (const name of wanted) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    await expect(focused).toHaveAccessibleName(name)
    expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
  }
  await page.keyboard.press('Shift+Tab')
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Help' })).toBeFocused()
})
