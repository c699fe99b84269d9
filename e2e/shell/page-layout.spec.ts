import { logInByEmail, makeAccount } from '../accounts/sign-up.ts'
import { callAs } from '../teams/people.ts'
import { expect, test, type Locator } from '../test.ts'
import { ask } from './stage.ts'

const EMAIL = 'ann@example.org'

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('not shown')
  return box
}

test('a shared conversation with short texts takes the width of a page', async ({ page, vee }) => {
  const call = callAs(vee.url, await makeAccount(vee.url, EMAIL))
  const timestamp = '2026-11-01T10:00:00Z'
  const messages = [{ id: 'q', role: 'user', content: 'Air?', timestamp }]
  await call('POST', '/conversations/import', {
    conversations: [{ id: 'conv-1', agentId: 'v_agent', title: 'Air', messages }],
  })
  const { token } = await call('POST', '/conversations/conv-1/links', { expiresInDays: 1 })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/en/shared/${token}`)
  const question = page.locator('[data-role="user"]')
  await expect(question).toBeVisible()
  expect((await boxOf(question)).width).toBeGreaterThan(500)
})

test('at /host a button stands beside its name, and a table has shadows only where columns are hidden', async ({
  page,
  vee,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await makeAccount(vee.url, EMAIL)
  await logInByEmail(page, EMAIL)
  await page.goto('/en/host')
  await page.getByRole('tab', { name: 'Setup' }).click()
  const lines = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Connect / }) })
  await expect(lines.first()).toBeVisible()
  for (const line of await lines.all()) {
    const name = await boxOf(line.locator('strong'))
    const button = await boxOf(line.getByRole('button'))
    expect(button.x - name.x - name.width).toBeLessThanOrEqual(16)
  }

  const shadows = () =>
    page.locator('section:has(> table)').evaluateAll((tables) =>
      tables.map((table) => {
        const style = getComputedStyle(table)
        const isWide = table.scrollWidth > table.clientWidth
        const hasShadow = style.backgroundImage !== 'none' && style.getPropertyValue('--right-hidden') !== '0'
        return isWide === hasShadow
      }),
    )
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect.poll(shadows).toEqual([true])
  await page.addStyleTag({ content: 'section:has(> table) { width: 150px !important }' })
  await expect.poll(shadows).toEqual([true])
})

test('a collection has its buttons beside its name', async ({ page, vee }) => {
  const call = callAs(vee.url, await makeAccount(vee.url, EMAIL))
  await call('POST', '/knowledge', { name: 'Recipes', ownerKind: 'user' })
  await logInByEmail(page, EMAIL)
  await page.goto('/en/settings#knowledge')
  const rename = page.getByRole('button', { name: 'Rename “Recipes”' })
  await expect(rename).toBeVisible()
  const summary = await boxOf(page.locator('summary', { hasText: 'Recipes' }))
  const button = await boxOf(rename)
  expect(button.y + button.height / 2).toBeLessThan(summary.y + summary.height)
  expect(button.x).toBeGreaterThan(summary.x + summary.width / 2)
  const add = await boxOf(page.getByRole('button', { name: 'Add files' }))
  const drop = await boxOf(page.getByText('or drop them here'))
  expect(Math.abs(add.y + add.height / 2 - drop.y - drop.height / 2)).toBeLessThan(1)
})

for (const [length, question] of [
  ['short', 'Hi'],
  ['long', 'Where is the harbour? '.repeat(20)],
] as const) {
  test(`the tooltip of editing a ${length} question is whole on a phone`, async ({ page, vee, upstream }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await makeAccount(vee.url, EMAIL)
    await logInByEmail(page, EMAIL)
    upstream.scriptOnly('chat', { text: 'By the sea.' })
    await ask(page, question)
    await expect(page.getByRole('log').getByRole('button', { name: 'Copy' })).toBeVisible()
    const edit = page.getByRole('button', { name: 'Edit this message' })
    await edit.focus()
    // Focus by key, which shows the tooltip.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    // A pseudo-element has no box in scripts: it is found by hit tests.
    await page.addStyleTag({ content: '[data-text]::after { pointer-events: auto !important }' })
    const hiddenWidth = () =>
      edit.evaluate((button) => {
        const tooltip = button.parentElement as HTMLElement
        const top = button.getBoundingClientRect().top - 12
        let shown = 0
        for (let x = 0; x < innerWidth; x++) if (document.elementFromPoint(x, top) === tooltip) shown++
        return Number.parseFloat(getComputedStyle(tooltip, '::after').width) - shown
      })
    await expect.poll(hiddenWidth).toBeLessThanOrEqual(1)
  })
}
