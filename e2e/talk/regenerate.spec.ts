import type { Page } from '@playwright/test'
import { makeAccount, PASSWORD } from '../accounts/sign-up.ts'
import { axeFaults } from '../axe.ts'
import { expect } from '../test.ts'
import { test } from './talk-page.ts'
import { showConversations } from '../history/show-conversations.ts'

const pagerOf = (page: Page) => page.getByRole('group', { name: 'Versions of this message' })

/** Regenerates the last reply with another model, by keyboard. */
async function regenerateWith(page: Page, model: string): Promise<void> {
  await page.getByRole('button', { name: 'Regenerate with another model' }).press('Enter')
  const picker = page.getByRole('dialog', { name: 'Regenerate with another model' })
  await expect(picker.getByRole('searchbox')).toBeFocused()
  await picker.getByRole('searchbox').fill(model)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(picker).toBeHidden()
}

test('a reply is regenerated with another model, and both versions are kept side by side', async ({
  page,
  upstream,
  talk,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  upstream.scriptOnly('chat', { text: 'The first version.' }, { text: 'The second version.' })
  await talk.open()
  await talk.ask('Tell me')
  await expect(talk.lastReply).toContainText('The first version.')
  await regenerateWith(page, 'mini')
  await expect(talk.lastReply).toContainText('The second version.')
  await talk.lastReply.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Model and cost' }).click()
  await expect(talk.lastReply).toContainText('gpt-4o-mini')
  await expect(talk.replies).toHaveCount(1)

  const pager = pagerOf(page)
  await expect(pager.getByRole('status')).toHaveText('2 of 2')
  expect(await axeFaults(page, { within: '[role=log]' })).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await pager.getByRole('button', { name: 'Previous version' }).press('Enter')
  await expect(talk.lastReply).toContainText('The first version.')
  await expect(pager.getByRole('button', { name: 'Previous version' })).toBeFocused()
  await expect(pager.getByRole('status')).toHaveText('1 of 2')

  await page.reload()
  await expect(talk.lastReply).toContainText('The first version.')
  await expect(pager.getByRole('status')).toHaveText('1 of 2')
  upstream.reset()
  await talk.ask('And?')
  await expect(talk.replies).toHaveCount(2)
  await expect
    .poll(() => JSON.stringify(upstream.requests.find(({ path }) => path.endsWith('/completions'))?.json))
    .toContain('The first version.')
  const question = upstream.requests.find(({ path }) => path.endsWith('/completions'))
  expect(JSON.stringify(question?.json)).not.toContain('The second version.')
  // The model was chosen for one version only.
  expect(question?.json).toMatchObject({ model: 'gpt-4o' })
})

test("a member's versions are on the server, and in the export", async ({ page, upstream, vee, talk }) => {
  await makeAccount(vee.url, 'ann@example.org')
  await page.goto('/en/login')
  const personal = page.locator('form', { has: page.getByLabel('Email') })
  await personal.getByLabel('Email').fill('ann@example.org')
  await personal.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await personal.getByLabel('Password', { exact: true }).press('Enter')
  await expect(talk.field).toBeVisible()
  upstream.scriptOnly('chat', { text: 'The first version.' }, { text: 'The second version.' })
  await talk.ask('Where is the harbor?')
  await expect(talk.lastReply).toContainText('The first version.')
  await page.getByRole('button', { name: 'Regenerate', exact: true }).click()
  await expect(talk.lastReply).toContainText('The second version.')
  const stored = page.waitForResponse((response) => response.url().endsWith('/leaf'))
  await pagerOf(page).getByRole('button', { name: 'Previous version' }).click()
  expect((await stored).status()).toBe(200)

  await showConversations(page)
  const pane = page.getByRole('region', { name: 'Conversations' })
  await pane.getByRole('button', { name: 'New chat' }).click()
  await pane.getByRole('button', { name: /^Where is the harbor/ }).click()
  await expect(talk.lastReply).toContainText('The first version.')
  await expect(pagerOf(page).getByRole('status')).toHaveText('1 of 2')
  await pagerOf(page).getByRole('button', { name: 'Next version' }).click()
  await expect(talk.lastReply).toContainText('The second version.')

  await pane.getByRole('button', { name: 'Actions for “Where is the harbor?”' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /Markdown/ }).click()
  const text = await (await (await download).createReadStream()).toArray()
  expect(Buffer.concat(text as Buffer[]).toString()).toContain('### Other version (gpt-4o)')
})
