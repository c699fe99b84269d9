import { readFile } from 'node:fs/promises'
import { expect, test } from '../test.ts'
import { arriveWith, logIn } from './visit.ts'
import { PRICED } from '../accounts/sign-up.ts'

test.use({ isShared: true })

test.beforeEach(({ page }) => arriveWith(page, {}))

test('the system log shows events, and is downloaded without secrets', async ({ page }) => {
  await page.goto('/en')
  await page.getByRole('button', { name: 'System log' }).click()
  const log = page.getByRole('region', { name: 'System log' })
  await expect(log.getByText('GET /system/llm-status', { exact: true })).toBeVisible()
  await expect(log.getByText(/GET \/agents 200 in|GET \/agents 200/)).toBeVisible()
  const waiting = page.waitForEvent('download')
  await log.getByRole('button', { name: 'Download' }).click()
  const file = await (await waiting).path()
  expect(await readFile(file, 'utf8')).toMatch(/^\S+Z (API_RES|API_REQ) /m)
  await page.keyboard.press('Escape')
  await expect(log).toBeHidden()
})

test('commands are found by key and by name', async ({ page }) => {
  await page.goto('/en')
  await expect(page.getByRole('textbox')).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'What would you like to do?' })
  await expect(field).toBeFocused()
  await field.fill('tutor')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Assistant: Tutor/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await field.fill('about')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/en/about')
})

test('text typed while the commands are still loading arrives in their field', async ({ page }) => {
  const { promise: mayLoad, resolve: load } = Promise.withResolvers<void>()
  await page.route('**/palette-modal-*.js', async (route) => {
    await mayLoad
    await route.continue()
  })
  await page.goto('/en')
  const mute = page.getByRole('button', { name: 'Turn voice off', exact: true })
  await mute.focus()
  const asked = page.waitForRequest('**/palette-modal-*.js')
  await page.keyboard.press('Control+k')
  await asked
  await page.keyboard.type('mumble', { delay: 1 })
  for (let key = 0; key < 4; key++) await page.keyboard.press('Backspace')
  await page.keyboard.type('te')
  load()
  const field = page.getByRole('combobox', { name: 'What would you like to do?' })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('mute')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  // The page below received none of it: M would have muted.
  await expect(mute).toBeFocused()
  await page.keyboard.press('m')
  await expect(page.getByRole('button', { name: 'Turn voice on' })).toBeVisible()
})

test('Escape cancels the opening of the commands while they are still loading', async ({ page }) => {
  await page.route('**/palette-modal-*.js', () => {})
  await page.goto('/en')
  const field = page.getByRole('textbox', { name: /^Message/ })
  await expect(field).toBeVisible()
  const asked = page.waitForRequest('**/palette-modal-*.js')
  await page.keyboard.press('Control+k')
  await asked
  await page.keyboard.press('Escape')
  await field.blur()
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await page.keyboard.type('hello')
  await expect(field).toHaveValue('hello')
})

test('the question of a reply is one line while it is out of view; on demand three turns, and more', async ({
  page,
  upstream,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('vee.user-settings.v1.5.1', JSON.stringify({ muted: true }))
  })
  await page.goto('/en')
  const field = page.getByRole('textbox', { name: /^Message/ })
  const replies = page.getByRole('log').getByRole('article')
  for (let turn = 1; turn <= 5; turn++) {
    upstream.scriptOnly('chat', { text: `Answer ${turn}.\n\n${'A line of it.\n\n'.repeat(40)}` })
    await field.fill(`Question ${turn}`)
    await field.press('Enter')
    await expect(replies.last()).toContainText(`Answer ${turn}`)
    await expect(replies.last()).toHaveAttribute('aria-busy', 'false')
  }
  const log = page.getByRole('region', { name: 'Recent messages' })
  await expect(log.getByRole('listitem')).toHaveText(['YouQuestion 5'])
  const more = log.getByRole('button', { name: 'Show more messages' })
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await more.press('Enter')
  await expect(log.getByRole('listitem')).toHaveCount(3)
  await more.press('Enter')
  await expect(log.getByText('Question 1')).toBeVisible()
  const fewer = log.getByRole('button', { name: 'Show fewer messages' })
  await expect(fewer).toBeFocused()
  await fewer.press('Enter')
  await expect(log.getByRole('listitem')).toHaveCount(1)
})

test('? shows all keys, and Escape restores the focus', async ({ page }) => {
  await page.goto('/en/about')
  const keys = page.getByRole('button', { name: 'Keyboard shortcuts' })
  await keys.focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(keys).toBeFocused()
})

test('Back closes overlays of the screen, and then leaves it', async ({ page }) => {
  await page.goto('/en/about')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  await page.getByRole('link', { name: 'Log in' }).first().click()
  await expect(heading).toHaveText('Log in')
  await expect(heading).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL('/en/login')
  await page.goBack()
  await expect(page).toHaveURL('/en/about')
  await expect(heading).toBeFocused()
})

test('the hub searches, explains locked agents, and stores favourites', async ({ page }) => {
  await page.goto('/en')
  await page.getByRole('button', { name: /^Assistant: V/ }).click()
  const hub = page.getByRole('dialog', { name: 'Assistants' })
  await hub.getByRole('button', { name: 'About Nerf' }).click()
  await hub.getByRole('button', { name: 'Favorite: Nerf' }).click()
  await expect(hub.getByRole('listitem').first()).toContainText('Nerf')
  await hub.getByRole('searchbox').fill('no such assistant')
  await expect(hub.getByText('0 assistants')).toBeVisible()
})

test('mute applies everywhere and is stored', async ({ page }) => {
  await page.goto('/en')
  await page.getByRole('button', { name: 'Turn voice off', exact: true }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Turn voice on' })).toHaveAttribute('aria-pressed', 'true')
})

test('a browser without fullscreen support shows that', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'fullscreenEnabled', { get: () => false })
  })
  await page.goto('/en')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect(page.getByText('Fullscreen Not Supported')).toBeVisible()
  await expect(page.getByText('Your browser does not support fullscreen mode.')).toBeVisible()
})

test('the header has six controls at most, and the menu none without an effect', async ({ page, vee }) => {
  const header = page.getByRole('banner')
  const controls = header.getByRole('button').or(header.getByRole('link')).filter({ visible: true })
  await page.goto('/en')
  await expect(header.getByRole('link', { name: 'Log in' })).toBeVisible()
  expect(await controls.count()).toBeLessThanOrEqual(6)

  await arriveWith(page, { token: await logIn(vee.url, vee.passphrase) })
  await page.goto('/en/pro')
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  expect(await controls.count()).toBeLessThanOrEqual(6)
  await page.getByRole('button', { name: 'Account menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Account menu' })
  for (const name of ['Theme', 'Language: English (EN)', 'Full screen'])
    await expect(menu.getByRole('button', { name, exact: true })).toBeVisible()
  await expect(menu.getByText('Voice controls')).toBeVisible()
  // Both lead to the page that is shown.
  for (const name of ['Dashboard', 'Chat']) await expect(menu.getByRole('link', { name })).toHaveCount(0)
  await menu.getByRole('link', { name: 'Help' }).click()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await menu.getByRole('link', { name: 'Chat' }).click()
  await expect(page).toHaveURL('/en/pro')
})

test('the menu contains navigation and tools, and traps the focus', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/en')
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  const panel = page.getByRole('dialog', { name: 'Menu' })
  for (const name of ['Settings', 'Help', 'About Vee', 'Log in']) {
    await expect(panel.getByRole('link', { name })).toBeVisible()
  }
  await expect(panel.getByRole('button', { name: 'Theme' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(menu).toBeFocused()
  await menu.click()
  await panel.getByRole('link', { name: 'Help' }).click()
  await expect(page).toHaveURL('/en/about#help')
})

test.describe('on a server with prices', () => {
  test.use({ settings: PRICED })

  for (const [width, entry] of [
    [390, 'the first page'],
    [390, 'the menu'],
    [1280, 'the first page'],
    [1280, 'the footer'],
  ] as const) {
    test(`${entry} leads a visitor to the plans at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/en')
      const places = {
        'the first page': page.getByRole('main'),
        'the footer': page.getByRole('contentinfo'),
        'the menu': page.getByRole('dialog', { name: 'Menu' }),
      }
      if (entry === 'the menu') await page.getByRole('button', { name: 'Menu' }).click()
      await places[entry].getByRole('button', { name: 'Plans' }).click()
      await expect(
        page.getByRole('dialog', { name: 'Plans' }).getByRole('table', { name: 'Plans' }),
      ).toBeVisible()
    })
  }
})

test('a server without prices names no plans', async ({ page }) => {
  await page.goto('/en')
  await expect(page.getByText('API online')).toBeVisible()
  await expect(page.getByText('Plans', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Help' })).toBeVisible()
  await expect(page.getByText('Plans', { exact: true })).toHaveCount(0)
  await page.goto('/en/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Plans', { exact: true })).toHaveCount(0)
})

test('the badge shows when the server is unavailable', async ({ page }) => {
  await page.goto('/en')
  await expect(page.getByText('API online')).toBeVisible()
  await page.route('**/api/system/llm-status', (route) => route.abort())
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByText('API offline')).toBeVisible()
})

test('an unreachable status at the start is reported', async ({ page }) => {
  await page.route('**/api/system/llm-status', (route) => route.abort())
  await page.goto('/en')
  await expect(page.getByText('Assistant Status Unknown')).toBeVisible()
})

test('settings are found and stored', async ({ page, vee }) => {
  await arriveWith(page, { token: await logIn(vee.url, vee.passphrase) })
  await page.goto('/en/settings')
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('text size')
  await page.getByRole('radio', { name: 'Large' }).check()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-font-size', 'large')
})

test('logging out removes all data of the user', async ({ page, vee }) => {
  await arriveWith(page, { token: await logIn(vee.url, vee.passphrase) })
  await page.goto('/en/pro')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/en/login')
  await expect(page.getByText('Logged Out')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('vee.auth-token'))).toBeNull()
})

test.describe("on a server whose host configured the source code's URL", () => {
  test.use({ settings: { SOURCE_URL: 'https://git.example/vee' } })

  test('the footer and the page about Vee link to it', async ({ page }) => {
    await arriveWith(page, {})
    await page.goto('/en/about')
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Source' })).toHaveAttribute(
      'href',
      'https://git.example/vee',
    )
    await expect(page.getByRole('main').locator('a[href="https://git.example/vee"]')).toBeVisible()
  })
})
