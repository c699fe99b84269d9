import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
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

// The screens share nothing, and each takes a while.
test.describe.configure({ mode: 'parallel' })
// A trace of every look would take longer than the looks.
test.use({ trace: 'off' })

/** What axe is left with in a page that it has looked at. */
interface PageWithAxe {
  readonly axe: {
    run(
      context: Document,
      options: {
        readonly runOnly: readonly string[]
        readonly resultTypes: readonly string[]
        readonly preload: false
      },
    ): Promise<{ readonly violations: readonly Violation[] }>
  }
}

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly unknown[] }[]
}

const told = ({ id, nodes }: Violation) => `${id}: ${nodes.map(({ target }) => String(target)).join(' ')}`

/** Everything that axe knows to ask, in the theme that the page wears. */
async function violations(page: Page): Promise<readonly string[]> {
  // A menu or dialog stands at the end of the body, outside of every landmark, as the ARIA practices have it.
  const isOpen = (await page.locator('[role=menu], [role=dialog]').count()) > 0
  // In one piece: no part of the page is of another origin, and the other way opens a page for each look.
  // Without the preloading of stylesheets, which only experimental rules read.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ preload: false })
  if (isOpen) axe.disableRules('region')
  const { violations } = await axe.analyze()
  return violations.map(told)
}

/** What depends on the theme, in each of the others, one after another in a page that axe has looked at. */
async function colourViolations(page: Page, themes: readonly string[]): Promise<readonly string[]> {
  const found = await page.evaluate(async (themes) => {
    const { axe } = globalThis as unknown as PageWithAxe
    const all: { readonly theme: string; readonly violation: Violation }[] = []
    for (const theme of themes) {
      document.documentElement.dataset['theme'] = theme
      const { violations } = await axe.run(document, {
        runOnly: ['color-contrast', 'link-in-text-block'],
        resultTypes: ['violations'],
        preload: false,
      })
      all.push(...violations.map((violation) => ({ theme, violation })))
    }
    return all
  }, themes)
  return found.map(({ theme, violation }) => `${theme} ${told(violation)}`)
}

/** On a phone an agent's own screen takes the place of the talk when it is asked for, and the list stands over both. */
async function bringPanelForward(page: Page): Promise<void> {
  if (await page.getByRole('button', { name: 'Close the list' }).isVisible()) return
  const switches = page.getByRole('group', { name: 'What to show' }).getByRole('button')
  if ((await switches.count()) > 0) await switches.last().click()
}

/** Looks at the screen at both sizes and in every theme; it is loaded once, and wears one after another. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  const faults: string[] = []
  const [first, ...others] = THEMES
  for (const size of SIZES) {
    await page.setViewportSize(size)
    if (size.width < 1024) await bringPanelForward(page)
    await page.evaluate((theme) => {
      document.documentElement.dataset['theme'] = theme
    }, first)
    const found = [...(await violations(page)), ...(await colourViolations(page, others))]
    faults.push(...found.map((fault) => `${size.width}: ${fault}`))
  }
  return faults
}

/** A server is started for a handful of screens, each of which gets a browser that knows nothing of the others. */
const PER_TEST = 9
const handfuls = Array.from({ length: Math.ceil(STAGES.length / PER_TEST) }, (_, index) =>
  STAGES.slice(index * PER_TEST, (index + 1) * PER_TEST),
)
const named = (stages: readonly Stage[]) => `${stages[0]?.name} to ${stages.at(-1)?.name}`

for (const stages of handfuls) {
  test(`no violation in any theme, at two sizes: ${named(stages)}`, async ({ browser, vee, upstream }) => {
    test.setTimeout(180_000)
    // Whoever has the first account looks after the server.
    await tokenFor(vee, 'member')
    for (const { name, visitor, show } of stages) {
      upstream.reset()
      const context = await browser.newContext({
        baseURL: vee.url,
        serviceWorkers: 'block',
        reducedMotion: 'reduce',
        viewport: SIZES[0],
      })
      const page = await context.newPage()
      const token = await tokenFor(vee, visitor)
      await arriveWith(page, { theme: THEMES[0], ...(token !== undefined && { token }) })
      await show({ page, upstream, vee })
      expect.soft(await faultsOf(page), name).toEqual([])
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
