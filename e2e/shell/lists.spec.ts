import { logInByEmail, makeAccount } from '../accounts/sign-up.ts'
import { choose } from '../talk/talk-page.ts'
import { callAs } from '../teams/people.ts'
import { showConversations } from '../history/show-conversations.ts'
import { expect, test } from '../test.ts'
import { ask } from './stage.ts'

for (const [width, height, inView] of [
  [1440, 900, 9],
  [390, 844, 7],
] as const) {
  test(`${inView} assistants are in view at ${width} × ${height}`, async ({ page, vee }) => {
    await page.setViewportSize({ width, height })
    await makeAccount(vee.url, 'ann@example.org')
    await logInByEmail(page, 'ann@example.org')
    await page.getByRole('button', { name: /^Assistant:/ }).click()
    const rows = page
      .getByRole('dialog', { name: 'Assistants' })
      .getByRole('button', { name: /^Talk to |^Log in to / })
    await expect(rows.first()).toBeVisible()
    const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()))
    const whole = boxes.filter((box) => box !== null && box.y >= 0 && box.y + box.height <= height)
    expect(whole.length).toBeGreaterThanOrEqual(inView)
    await rows.nth(1).click()
    await expect(page.getByRole('dialog', { name: 'Assistants' })).toBeHidden()
  })
}

test('the list of conversations is open by default for those who have some', async ({
  page,
  vee,
  upstream,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await choose(page, { autoPlayTts: false })
  await makeAccount(vee.url, 'ann@example.org')
  await logInByEmail(page, 'ann@example.org')
  const pane = page.getByRole('region', { name: 'Conversations' })
  upstream.scriptOnly('chat', { text: 'By the sea.' })
  await ask(page, 'Where is the harbour?')
  await expect(page.getByRole('log').getByText('By the sea.', { exact: true })).toBeVisible()
  await expect(pane).toHaveCount(0)
  await page.reload()
  await expect(pane).toBeVisible()
  await expect(pane.getByRole('searchbox')).not.toBeFocused()
  await pane.getByRole('button', { name: 'Close list' }).click()
  await page.reload()
  await expect(page.getByRole('log').getByText('By the sea.', { exact: true })).toBeVisible()
  await expect(pane).toHaveCount(0)
})

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
  [390, 844],
  [844, 390],
] as const) {
  test(`a toast covers no control at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/en')
    const toast = page.getByRole('region', { name: 'Notifications' })
    await expect(toast.getByText('Welcome to Vee')).toBeVisible()
    const covered = () =>
      page.evaluate(() => {
        const region = document.querySelector('section[aria-live]')
        const box = region?.getBoundingClientRect()
        if (!region || !box || box.height === 0) return ['no toast']
        return [...document.querySelectorAll('button, a[href], input, textarea, select')].flatMap(
          (control) => {
            if (region.contains(control)) return []
            const { left, right, top, bottom, width } = control.getBoundingClientRect()
            const isCovered =
              width > 1 && left < box.right && box.left < right && top < box.bottom && box.top < bottom
            return isCovered ? [control.textContent || control.getAttribute('aria-label')] : []
          },
        )
      })
    await expect.poll(covered).toEqual([])
  })
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`a notice over an open conversation leaves the field free at ${width} × ${height}`, async ({
    page,
    vee,
    upstream,
  }) => {
    await page.setViewportSize({ width, height })
    await choose(page, { autoPlayTts: false })
    const call = callAs(vee.url, await makeAccount(vee.url, 'ann@example.org'))
    const timestamp = '2026-11-01T10:00:00Z'
    const messages = [{ id: 'boat-q', role: 'user', content: 'About the boat', timestamp }]
    await call('POST', '/conversations/import', {
      conversations: [{ id: 'conv-boat', agentId: 'v_agent', title: 'Boat', messages }],
    })
    await logInByEmail(page, 'ann@example.org')
    upstream.scriptOnly('chat', { text: 'By the sea. '.repeat(300) })
    await ask(page, 'Where is the harbour?')
    await expect(page.getByRole('log').getByRole('button', { name: 'Copy' })).toBeVisible()
    await showConversations(page)
    const pane = page.getByRole('region', { name: 'Conversations' })
    await pane.getByRole('button', { name: /^Boat/ }).press('Delete')
    const undo = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' })
    await expect(undo).toBeVisible()
    if (width < 640) await page.keyboard.press('Escape')
    const field = page.getByRole('textbox', { name: /^Message/ })
    await expect(field).toBeVisible()
    const measure = async () => {
      const boxes = await Promise.all([
        page.locator('section[aria-live]').boundingBox(),
        field.boundingBox(),
        undo.locator('xpath=../../p').boundingBox(),
        undo.boundingBox(),
      ])
      const [notice, typed, title, button] = boxes
      if (!notice || !typed || !title || !button) return 'not shown'
      const isClear = notice.y + notice.height <= typed.y || typed.y + typed.height <= notice.y
      return { isClear, hasGap: button.y - title.y - title.height >= 8 }
    }
    await expect.poll(measure).toEqual({ isClear: true, hasGap: true })
  })
}
