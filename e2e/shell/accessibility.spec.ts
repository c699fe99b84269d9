import type { Page } from '@playwright/test'
import { axeFaults } from '../axe.ts'
import { expect, test } from '../test.ts'
import type { Stage } from './stage.ts'
import { STAGES, tokenFor } from './stages.ts'
import { arriveWith } from './visit.ts'

const THEMES = [
  'sakura-sunset',
  'twilight-neo',
  'aurora-daybreak',
  'warm-embrace',
  'terminus-dark',
  'terminus-light',
] as const
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const

// The screens are independent, and each takes a while.
test.describe.configure({ mode: 'parallel' })
test.use({
  // Traces would take longer than the checks.
  trace: 'off',
  // With prices, plans are among the screens.
  settings: { PLANS: JSON.stringify({ basic: { pricePerMonth: 9 }, creator: { pricePerMonth: 29.5 } }) },
})

/** On a phone an agent's own screen replaces the conversation on request, and the list covers both. */
async function bringPanelForward(page: Page): Promise<void> {
  if (await page.getByRole('button', { name: 'Close list' }).isVisible()) return
  const switches = page.getByRole('group', { name: 'View' }).getByRole('button')
  if ((await switches.count()) > 0) await switches.last().click()
}

/** Checks the screen at both sizes and in every theme, and restores it. */
async function faultsOf(
  page: Page,
  within: string | undefined,
  seen: Set<string>,
): Promise<readonly string[]> {
  const faults: string[] = []
  for (const size of SIZES) {
    await page.setViewportSize(size)
    if (size.width < 1024) await bringPanelForward(page)
    const found = await axeFaults(page, { within, themes: THEMES, seen })
    faults.push(...found.map((fault) => `${size.width} ${fault}`))
  }
  await page.setViewportSize(SIZES[0])
  await page.evaluate((theme) => (document.documentElement.dataset['theme'] = theme), THEMES[0])
  return faults
}

/** Each browser context runs a stage and those that continue from it. */
const walks: Stage[][] = []
for (const stage of STAGES) {
  if (stage.goesOn) walks.at(-1)?.push(stage)
  else walks.push([stage])
}

/** Number of stages per server. */
const PER_TEST = 9
const handfuls: Stage[][][] = [[]]
for (const walk of walks) {
  if ((handfuls.at(-1) ?? []).flat().length >= PER_TEST) handfuls.push([])
  handfuls.at(-1)?.push(walk)
}
const named = (stages: readonly Stage[]) => `${stages[0]?.name} to ${stages.at(-1)?.name}`

for (const handful of handfuls) {
  test(`no violation in any theme, at two sizes: ${named(handful.flat())}`, async ({
    browser,
    vee,
    upstream,
  }) => {
    test.setTimeout(400_000)
    // The first account is the host's.
    await tokenFor(vee, 'member')
    const seen = new Set<string>()
    for (const walk of handful) {
      const context = await browser.newContext({
        baseURL: vee.url,
        serviceWorkers: 'block',
        reducedMotion: 'reduce',
        viewport: SIZES[0],
      })
      const page = await context.newPage()
      const token = walk[0] && (await tokenFor(vee, walk[0].visitor))
      await arriveWith(page, { theme: THEMES[0], ...(token !== undefined && { token }) })
      for (const { name, within, show } of walk) {
        upstream.reset()
        await show({ page, upstream, vee })
        expect.soft(await faultsOf(page, within, seen), name).toEqual([])
      }
      await context.close()
    }
  })
}

test('the keyboard alone reaches every control of the frame, in order, each visibly', async ({ page }) => {
  await arriveWith(page, {})
  await page.goto('/en/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const wanted = [
    'Skip to content',
    'Vee, home',
    'Assistant: V. Choose another',
    'New conversation',
    'Turn voice off',
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
