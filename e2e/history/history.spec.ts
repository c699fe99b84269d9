import type { Page } from '@playwright/test'
import { makeAccount, PASSWORD } from '../accounts/sign-up.ts'
import { test } from '../talk/talk-page.ts'
import { expect } from '../test.ts'
import { showConversations } from './show-conversations.ts'

const EMAIL = 'ann@example.org'

async function signIn(page: Page, email = EMAIL): Promise<void> {
  await page.goto('/en/login')
  const personal = page.locator('form', { has: page.getByLabel('Email') })
  await personal.getByLabel('Email').fill(email)
  await personal.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await personal.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByRole('textbox', { name: /^Message/ })).toBeVisible()
}

const paneOf = (page: Page) => page.getByRole('region', { name: 'Conversations' })
const openPane = showConversations
const rowOf = (page: Page, title: string) =>
  paneOf(page).getByRole('button', { name: new RegExp(`^${title}`) })

async function choose(page: Page, title: string, action: string): Promise<void> {
  await paneOf(page)
    .getByRole('button', { name: `Actions for “${title}”` })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a conversation is found, renamed, archived, deleted and restored', async ({ page, vee, talk }) => {
  await makeAccount(vee.url, EMAIL)
  await signIn(page)
  await talk.ask('明日の会議は何時ですか')
  await expect(talk.replies).toHaveCount(1)
  await openPane(page)
  await expect(rowOf(page, '明日の会議')).toBeVisible()
  await paneOf(page).getByRole('button', { name: 'New chat' }).click()
  await talk.ask('Where is the harbour?')
  await expect(rowOf(page, 'Where is the harbour')).toBeVisible()

  const search = paneOf(page).getByRole('searchbox')
  const opener = page.getByRole('button', { name: 'Conversations', exact: true })
  await paneOf(page).getByRole('button', { name: 'Close list' }).click()
  await opener.press('Enter')
  await expect(search).toBeFocused()
  await search.fill('会議')
  await expect(rowOf(page, 'Where is the harbour')).toBeHidden()
  await expect(rowOf(page, '明日の会議')).toBeVisible()
  await search.fill('')

  await rowOf(page, 'Where is the harbour').press('F2')
  await page.getByRole('textbox', { name: 'New title' }).fill('Ships')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Ships')).toBeFocused()

  await choose(page, 'Ships', 'Archive')
  await expect(rowOf(page, 'Ships')).toBeHidden()
  await paneOf(page).getByRole('button', { name: 'Show archive' }).click()
  const archive = page.getByRole('region', { name: 'Archive' })
  await expect(archive.getByRole('button', { name: /^Ships/ })).toBeVisible()
  await archive.getByRole('button', { name: 'Show archive' }).click()

  await rowOf(page, '明日の会議').press('Delete')
  await expect(rowOf(page, '明日の会議')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, '明日の会議')).toBeVisible()
  await page.reload()
  await openPane(page)
  await expect(rowOf(page, '明日の会議')).toBeVisible()

  const download = page.waitForEvent('download')
  await choose(page, '明日の会議は何時ですか', 'Export as Markdown')
  expect((await download).suggestedFilename()).toBe('明日の会議は何時ですか.md')
})

test('a conversation continues on another device', async ({ page, vee, talk, browser, upstream }) => {
  await makeAccount(vee.url, EMAIL)
  await signIn(page)
  await talk.ask('Remember the lighthouse')
  await expect(talk.replies).toHaveCount(1)

  const other = await browser.newPage({
    baseURL: vee.url,
    locale: 'en',
    viewport: { width: 390, height: 844 },
  })
  await signIn(other)
  await showConversations(other)
  await rowOf(other, 'Remember the lighthouse').click()
  await expect(paneOf(other)).toBeHidden()
  await expect(other.getByRole('log').getByText('Remember the lighthouse', { exact: true })).toBeVisible()
  await other.getByRole('textbox', { name: /^Message/ }).fill('And its keeper')
  await other.keyboard.press('Enter')
  await expect(other.getByRole('log').getByRole('article')).toHaveCount(4)
  await other.close()

  const asked = upstream.requests.findLast(({ path }) => path.endsWith('/chat/completions'))
  expect(String(asked?.body)).toContain('Remember the lighthouse')
  await openPane(page)
  await paneOf(page).getByRole('button', { name: 'New chat' }).click()
  await rowOf(page, 'Remember the lighthouse').click()
  await expect(page.getByRole('log').getByText('And its keeper', { exact: true })).toBeVisible()
})

test('History in the menu leads to the search of a list that is open already', async ({
  page,
  vee,
  talk,
}) => {
  await makeAccount(vee.url, EMAIL)
  await signIn(page)
  await openPane(page)
  const search = paneOf(page).getByRole('searchbox')
  await expect(search).toBeFocused()
  await talk.field.click()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'History' }).click()
  await expect(search).toBeFocused()
})

test("a visitor's conversation is imported into the account, and its place is shown before", async ({
  page,
  vee,
  talk,
}) => {
  await makeAccount(vee.url, EMAIL)
  await talk.open()
  await talk.ask('Said before the account')
  await expect(talk.replies).toHaveCount(1)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByText('Feature In Development')).toHaveCount(0)
  await expect(rowOf(page, 'Said before the account')).toBeVisible()

  await signIn(page)
  await expect(page.getByText('Your earlier conversations were added to your history.')).toBeVisible()
  await openPane(page)
  await expect(paneOf(page).getByRole('searchbox')).toBeVisible()
  await expect(rowOf(page, 'Said before the account')).toBeVisible()
  await expect(page.getByRole('log').getByText('Said before the account', { exact: true })).toBeVisible()
})

test('offline the list contains the conversations in this browser', async ({ page, vee, talk, context }) => {
  await makeAccount(vee.url, EMAIL)
  await signIn(page)
  await talk.ask('Kept here')
  await expect(talk.replies).toHaveCount(1)
  await openPane(page)
  await expect(rowOf(page, 'Kept here')).toBeVisible()
  await paneOf(page).getByRole('button', { name: 'Close list' }).click()
  await context.setOffline(true)
  await openPane(page)
  await expect(paneOf(page).getByText('Showing what is stored in this browser.')).toBeVisible()
  await expect(rowOf(page, 'Kept here')).toBeVisible()
  await context.setOffline(false)
  await paneOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(paneOf(page).getByRole('searchbox')).toBeVisible()
})

test('a long conversation opens at its end, and older messages come while it is scrolled up', async ({
  page,
  vee,
}) => {
  const token = await makeAccount(vee.url, EMAIL)
  const messages = Array.from({ length: 1_600 }, (_, index) => ({
    id: `m${index}`,
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Message number ${index}`,
    timestamp: new Date(Date.UTC(2026, 10, 1) + index * 1_000).toISOString(),
  }))
  const imported = await page.request.post(`${vee.url}/api/conversations/import`, {
    headers: { authorization: `Bearer ${token}` },
    data: { conversations: [{ id: 'conv-long', agentId: 'v_agent', messages }] },
  })
  expect(imported.ok()).toBe(true)
  const pages: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/conversations/conv-long')) pages.push(new URL(request.url()).search)
  })
  await signIn(page)
  await openPane(page)
  await rowOf(page, 'Message number 0').click()
  const log = page.getByRole('log')
  const text = (number: number) => log.getByText(`Message number ${number}`, { exact: true })
  await expect(text(1_599)).toBeInViewport()
  expect(pages[0]).toBe('?limit=100')
  // What a question carries comes by itself: a thousand messages, in pages of 300.
  await expect.poll(() => pages.length).toBe(4)

  const older = page.getByRole('button', { name: 'Show older messages' })
  const conversation = page.getByRole('region', { name: 'Conversation', exact: true })
  await conversation.focus()
  // A row that is measured meanwhile ends the movement to the start.
  await expect(async () => {
    await conversation.press('Home')
    await expect.poll(() => pages.length, { timeout: 15_000 }).toBe(5)
  }).toPass()
  // The message that was in view stays where it is while those before it are measured.
  const top = () => text(600).evaluate((words) => words.getBoundingClientRect().top)
  const before = await top()
  await expect(conversation.locator('[data-message]').nth(12)).toBeAttached()
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(3)
  await expect(async () => {
    await conversation.press('Home')
    await expect(text(0)).toBeInViewport({ timeout: 1_000 })
  }).toPass()
  await expect(older).toBeHidden()
  expect(pages).toHaveLength(6)
})
