import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'

test.use({ isShared: true })

/** Makes each file of a lazy part fail this many times; files replaced by a new version always fail. */
async function lose(page: Page, part: string, times = Infinity): Promise<ReadonlyMap<string, number>> {
  const asked = new Map<string, number>()
  await page.route(new RegExp(`/assets/${part}-[^/]+\\.(js|css)$`), async (route) => {
    const url = route.request().url()
    const count = (asked.get(url) ?? 0) + 1
    asked.set(url, count)
    if (count > times) await route.continue()
    else await (times === Infinity ? route.fulfill({ status: 404 }) : route.abort())
  })
  return asked
}

const failure = (page: Page) => page.getByText('Could not load the requested page.')

for (const [part, button, role] of [
  ['menu-popup', 'Add to the message', 'menu'],
  ['site-menu', 'Menu', 'dialog'],
] as const) {
  test(`"${button}", whose part was lost once (${part}), shows the failure and opens at the next press`, async ({
    page,
  }) => {
    await lose(page, part, 1)
    await page.goto('/en/')
    await page.getByRole('textbox').fill('Half a thought')
    const opener = page.getByRole('button', { name: button, exact: true })
    // By keyboard, because hovering would preload it.
    await opener.press('Enter')
    await expect(failure(page)).toBeVisible()
    await expect(page.getByRole('textbox', { name: /^Message/ })).toHaveValue('Half a thought')
    await expect(async () => {
      await page.keyboard.press('Escape')
      await opener.press('Enter')
      await expect(page.getByRole(role).first()).toBeVisible({ timeout: 1_500 })
    }).toPass()
  })
}

test('a permanently lost part does not affect the page, and every press shows the failure', async ({
  page,
}) => {
  await lose(page, '(menu-popup|dialog-popup|site-menu|keyboard-help-modal)')
  await page.goto('/en/')
  await page.getByRole('textbox').fill('Half a thought')
  for (const name of ['Add to the message', 'Input mode', 'Menu'])
    await page
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .first()
      .press('Enter')
  await expect(failure(page)).toHaveCount(3)
  await page.getByRole('textbox').press('Control+k')
  await expect(failure(page)).toHaveCount(4)
  await expect(page.getByRole('textbox', { name: /^Message/ })).toHaveValue('Half a thought')
})

test('a menu that loads late is positioned like one that loads at once', async ({ page }) => {
  await lose(page, 'menu-popup', 1)
  await page.goto('/en/')
  const opener = page.getByRole('button', { name: 'Add to the message' })
  await opener.press('Enter')
  await expect(failure(page)).toBeVisible()
  await opener.press('Enter')
  await expect(page.getByRole('menu')).toHaveCSS('overflow-y', 'auto')
})

test("an agent's screen, its dependencies and the rendering of replies load later after one failure", async ({
  page,
  upstream,
}) => {
  const lost = [
    await lose(page, 'agent-panel', 1),
    await lose(page, 'code-runner', 1),
    await lose(page, 'markdown', 1),
  ]
  upstream.script({ text: 'So:\n\n```js\nconsole.log(6 * 7)\n```\n\n**Done.**' })
  await page.goto('/en/')
  await page.getByRole('button', { name: /^Assistant: / }).click()
  await page.getByRole('button', { name: 'Talk to Coding Assistant', exact: true }).click()
  await page.getByRole('textbox').fill('Six times seven')
  await page.getByRole('textbox').press('Enter')
  await expect(page.getByRole('log').getByRole('button', { name: 'Run' })).toBeVisible()
  await expect(page.getByRole('log').locator('strong')).toHaveText('Done.')
  await expect(page.getByRole('region', { name: 'Code', exact: true })).toBeVisible()
  for (const asked of lost) expect(Math.min(...asked.values())).toBeGreaterThan(1)
  await expect(failure(page)).toHaveCount(0)
})
