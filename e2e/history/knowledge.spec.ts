import type { Page } from '@playwright/test'
import { logInByEmail, makeAccount } from '../accounts/sign-up.ts'
import { axeFaults } from '../axe.ts'
import { test } from '../talk/talk-page.ts'
import { expect } from '../test.ts'
import { showConversations } from './show-conversations.ts'

const EMAIL = 'ann@example.org'
const paneOf = (page: Page) => page.getByRole('region', { name: 'Conversations' })

/** Returns 400 messages; one of them is the sentence. */
const messagesWith = (number: number, sentence: string) =>
  Array.from({ length: 400 }, (_, index) => ({
    id: `m${number}-${index}`,
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: index === number ? sentence : `Remark number ${index}`,
    timestamp: new Date(Date.UTC(2026, 8, 1) + index * 1_000).toISOString(),
  }))

/** Signs in to an account with a long conversation about the roof and a meeting about it. */
async function openWithPast(page: Page, url: string): Promise<void> {
  const token = await makeAccount(url, EMAIL)
  const headers = { authorization: `Bearer ${token}` }
  const imported = await page.request.post(`${url}/api/conversations/import`, {
    headers,
    data: {
      conversations: [
        {
          id: 'conv-roof',
          agentId: 'tutor_agent',
          messages: messagesWith(120, 'The roof should be covered with slate, not with clay.'),
        },
        { id: 'conv-nails', agentId: 'v_agent', messages: messagesWith(330, 'Copper nails hold longest.') },
      ],
    },
  })
  expect(imported.ok()).toBe(true)
  const lines = Array.from({ length: 80 }, (_, index) => ({
    id: `l${index}`,
    start: index * 10,
    end: index * 10 + 8,
    speaker: index % 2 === 0 ? 'Anna' : 'Bo',
    text:
      index === 61
        ? 'We repair the chimney in April, it costs 8,400 euros.'
        : `Sentence ${index} of the talk`,
  }))
  const created = await page.request.post(`${url}/api/meetings`, {
    headers,
    data: { title: 'House meeting', meetingDate: '2026-10-02', transcriptLines: lines },
  })
  expect(created.ok()).toBe(true)
  await logInByEmail(page, EMAIL)
  await showConversations(page)
}

test('a search shows the sentence, and opens the conversation there', async ({ page, vee }) => {
  await openWithPast(page, vee.url)
  const search = paneOf(page).getByRole('searchbox')
  await search.fill('what did I say about slate and clay')
  const hit = paneOf(page).getByRole('button', { name: /^Conversation: .*slate/ })
  await expect(hit).toBeVisible()
  await expect(hit.locator('mark')).toHaveText(['slate', 'clay'])
  expect(await axeFaults(page)).toEqual([])
  await search.press('Tab')
  await hit.press('Enter')
  const message = page.getByRole('log').getByText('covered with slate')
  await expect(message).toBeInViewport()
  await expect(page.getByRole('log').getByText('Remark number 399', { exact: true })).not.toBeInViewport()
})

test('a search opens a conversation with the same assistant at a recent message', async ({ page, vee }) => {
  await openWithPast(page, vee.url)
  await paneOf(page).getByRole('searchbox').fill('copper nails')
  await paneOf(page)
    .getByRole('button', { name: /^Conversation: Copper/ })
    .click()
  const log = page.getByRole('log')
  await expect(log.getByText('Copper nails hold longest.')).toBeInViewport()
  // It stays there, also while the rows below are measured.
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  await log.getByText('Copper nails hold longest.').hover()
  await page.mouse.wheel(0, 60)
  await expect(log.getByText('Copper nails hold longest.')).toBeInViewport()
})

test('a search opens a meeting at the second at which it was said', async ({ page, vee }) => {
  await openWithPast(page, vee.url)
  await paneOf(page).getByRole('searchbox').fill('chimney repairs')
  const hit = paneOf(page).getByRole('button', { name: /^Meeting: .*chimney/ })
  await expect(hit).toContainText('House meeting')
  await expect(hit).toContainText('10:10')
  await hit.click()
  const line = page.getByText('We repair the chimney in April')
  await expect(line.last()).toBeInViewport()
})

test('an answer from a meeting leads to the second at which it was said', async ({
  page,
  vee,
  talk,
  upstream,
}) => {
  await openWithPast(page, vee.url)
  await talk.mute()
  upstream.scriptOnly(
    'chat',
    {
      text: '',
      toolCalls: [
        { id: 'call_1', name: 'search_knowledge', arguments: JSON.stringify({ query: 'chimney repair' }) },
      ],
    },
    { text: 'You repair the chimney in April, it costs 8,400 euros [1].' },
  )
  await talk.ask('What did we decide about the chimney?')
  await talk.lastReply
    .getByRole('button', { name: /^Source 1/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('mark')).toHaveText(/We repair the chimney in April/)
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Open the meeting' }).click()
  await expect(page.getByText('We repair the chimney in April').last()).toBeInViewport()
})

test('what is deleted is not found, and nothing is said of it', async ({ page, vee }) => {
  await openWithPast(page, vee.url)
  const pane = paneOf(page)
  await pane.getByRole('button', { name: 'Actions for “Remark number 0”' }).first().click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await pane.getByRole('searchbox').fill('slate')
  await expect(pane.getByText('No matching conversations.')).toBeVisible()
  await expect(pane.getByRole('button', { name: /slate/ })).toHaveCount(0)
})

test('an answer stands above what was found, when it is asked for', async ({ page, vee, upstream }) => {
  await openWithPast(page, vee.url)
  const pane = paneOf(page)
  await pane.getByRole('searchbox').fill('chimney')
  upstream.scriptOnly('chat', { text: 'You repair it in April.' })
  await pane.getByRole('button', { name: 'Answer from these' }).click()
  await expect(pane.getByRole('region', { name: 'Answer' })).toContainText('You repair it in April.')
  expect(JSON.stringify(upstream.requests.at(-1)?.json)).toContain('We repair the chimney in April')
  expect(await axeFaults(page)).toEqual([])
})

test('the search of meetings shows sentences and an answer, of meetings only', async ({
  page,
  vee,
  upstream,
}) => {
  await openWithPast(page, vee.url)
  await page.getByRole('button', { name: 'Meetings', exact: true }).click()
  const pane = page.getByRole('region', { name: 'Meetings' })
  await pane.getByRole('searchbox').fill('chimney repairs')
  const hit = pane.getByRole('button', { name: /^Meeting: .*chimney/ })
  await expect(hit).toContainText('10:10')
  upstream.scriptOnly('chat', { text: 'In April.' })
  await pane.getByRole('button', { name: 'Answer from these' }).click()
  await expect(pane.getByRole('region', { name: 'Answer' })).toContainText('In April.')
  const sent = JSON.stringify(upstream.requests.at(-1)?.json)
  expect(sent).toContain('We repair the chimney in April')
  expect(await axeFaults(page)).toEqual([])
  await hit.click()
  await expect(page.getByText('We repair the chimney in April').last()).toBeInViewport()
})

test('the commands find everything, answer from it, and open it by keyboard', async ({
  page,
  vee,
  upstream,
}) => {
  await openWithPast(page, vee.url)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'What would you like to do?' })
  await field.fill('slate and clay')
  const hit = page.getByRole('option', { name: /^Conversation: .*slate/ })
  await expect(hit.locator('mark')).toHaveText(['slate', 'clay'])
  upstream.scriptOnly('chat', { text: 'Slate.' })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Answer from these' }).click()
  await expect(dialog.getByRole('region', { name: 'Answer' })).toContainText('Slate.')
  expect(await axeFaults(page)).toEqual([])
  await field.press('End')
  await field.press('Home')
  await expect(hit).toHaveAttribute('aria-selected', 'true')
  await field.press('Enter')
  await expect(page.getByRole('log').getByText('covered with slate')).toBeInViewport()
})

test("a visitor's search shows the sentence and opens there, and nothing leaves the browser", async ({
  page,
  talk,
  upstream,
}) => {
  await talk.open()
  await talk.mute()
  upstream.scriptOnly('chat', { text: `Slate lasts a century.\n\n${'More of it.\n\n'.repeat(60)}` })
  await talk.ask('Which tiles last longest?')
  await expect(talk.lastReply).toContainText('More of it.')
  upstream.scriptOnly('chat', { text: 'You are welcome.' })
  await talk.ask('Thank you')
  await expect(talk.lastReply).toContainText('You are welcome.')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'History' }).click()
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const pane = paneOf(page)
  await pane.getByRole('searchbox').fill('slate century')
  const hit = pane.getByRole('button', { name: /^Conversation: .*Slate/ })
  await expect(hit.locator('mark')).toHaveText(['Slate', 'century'])
  await expect(talk.replies.first().getByText('Slate lasts a century.')).not.toBeInViewport()
  expect(await axeFaults(page)).toEqual([])
  await hit.click()
  await expect(talk.replies.first().getByText('Slate lasts a century.')).toBeInViewport()
  expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([])
  await pane.getByRole('searchbox').fill('zeppelin')
  await expect(pane.getByText('No matching conversations.')).toBeVisible()
})

test("a visitor's search finds what stands in another version, and shows that version", async ({
  page,
  talk,
  upstream,
}) => {
  await talk.open()
  await talk.mute()
  upstream.scriptOnly('chat', { text: 'Slate lasts a century.' })
  await talk.ask('Which tiles last longest?')
  await expect(talk.lastReply).toContainText('Slate lasts a century.')
  await expect(talk.lastReply.getByRole('button', { name: 'Copy' })).toBeVisible()
  const question = page.getByRole('log').getByRole('article').filter({ hasText: 'Which tiles' })
  upstream.scriptOnly('chat', { text: 'Copper turns green.' })
  await question.getByRole('button', { name: 'Edit this message' }).press('Enter')
  await expect(talk.field).toBeFocused()
  await talk.field.fill('Which roof turns green?')
  await page.keyboard.press('Enter')
  await expect(talk.lastReply).toContainText('Copper turns green.')
  await expect(page.getByRole('log')).not.toContainText('Slate')

  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'History' }).click()
  const pane = paneOf(page)
  await pane.getByRole('searchbox').fill('slate century')
  await pane.getByRole('button', { name: /^Conversation: .*Slate/ }).click()
  await expect(page.getByRole('log').getByText('Slate lasts a century.')).toBeInViewport()
  await expect(page.getByRole('log')).not.toContainText('Copper')
})
