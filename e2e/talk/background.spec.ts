import { logInByEmail, makeAccount, openSharedAccess } from '../accounts/sign-up.ts'
import { axeFaults } from '../axe.ts'
import { showConversations } from '../history/show-conversations.ts'
import { expect, type Page } from '../test.ts'
import { test } from './talk-page.ts'

const EMAIL = 'ann@example.org'
const pane = (page: Page) => page.getByRole('region', { name: 'Conversations' })

async function askLater(page: Page, field: ReturnType<Page['getByRole']>, text: string): Promise<void> {
  await field.fill(text)
  await page.getByRole('button', { name: 'Add to the message' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Answer in the background' }).press('Enter')
  await expect(page.getByText('I will look into it and tell you.').first()).toBeVisible()
  await expect(field).toHaveValue('')
}

test('a question is answered in the background, listed, and stopped', async ({
  page,
  vee,
  talk,
  upstream,
}) => {
  await makeAccount(vee.url, EMAIL)
  await logInByEmail(page, EMAIL)
  await talk.mute()
  upstream.scriptOnly('chat', { text: 'One two three', ending: 'hang', piecesBeforeEnding: 1 })
  await askLater(page, talk.field, 'Compare the trains to Bern')
  await showConversations(page)
  const list = pane(page).getByRole('region', { name: 'In the background' })
  await expect(list).toContainText('Compare the trains to Bern')
  expect(await axeFaults(page, { within: '[aria-label="Conversations"]' })).toEqual([])
  await list.getByRole('button', { name: 'Stop: Compare the trains to Bern' }).press('Enter')
  await expect(list).toHaveCount(0)
  await expect(page.getByText('here is what I have found')).toHaveCount(0)
})

test('the end is reported at a pause, and the reply waits unread in its conversation', async ({
  page,
  vee,
  talk,
  upstream,
}) => {
  await makeAccount(vee.url, EMAIL)
  await logInByEmail(page, EMAIL)
  await talk.mute()
  upstream.scriptOnly('chat', { text: 'The 8:02 is the fastest.', piecesPerSecond: 3 })
  await askLater(page, talk.field, 'Which train is the fastest?')
  await showConversations(page)
  // The person is somewhere else by then.
  await pane(page).getByRole('button', { name: 'New chat' }).click()
  const report = page.getByText('About “Which train is the fastest?”, here is what I have found.')
  await expect(report).toBeVisible({ timeout: 30_000 })
  await expect(
    pane(page).getByRole('button', { name: /unread.*Which train|Which train.*unread/i }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Open', exact: true }).press('Enter')
  await expect(talk.lastReply).toContainText('The 8:02 is the fastest.')
  await page.reload()
  await expect(talk.lastReply).toContainText('The 8:02 is the fastest.')
  await expect(report).toHaveCount(0)
})

test('the open conversation shows the reply, without a notice to open it and without an unread mark', async ({
  page,
  vee,
  talk,
  upstream,
}) => {
  await makeAccount(vee.url, EMAIL)
  await logInByEmail(page, EMAIL)
  await talk.mute()
  await showConversations(page)
  upstream.scriptOnly('chat', { text: 'The 8:02 is the fastest.' })
  await askLater(page, talk.field, 'Which train is the fastest?')
  // As long as the pointer is on it, a notice stays.
  await page.getByText('I will look into it and tell you.').first().hover()
  await expect(page.getByText('here is what I have found').first()).toBeVisible({ timeout: 30_000 })
  await expect(talk.lastReply).toContainText('The 8:02 is the fastest.')
  await expect(page.getByText('I will look into it and tell you.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open', exact: true })).toHaveCount(0)
  await expect(
    pane(page)
      .getByRole('button', { name: /Which train/ })
      .first(),
  ).toBeVisible()
  await expect(pane(page).getByRole('button', { name: /unread/i })).toHaveCount(0)
})

test('the report is said in the voice of the assistant that did the work', async ({
  page,
  vee,
  talk,
  upstream,
}) => {
  await makeAccount(vee.url, EMAIL)
  await logInByEmail(page, EMAIL)
  upstream.scriptOnly('chat', { text: 'The 8:02 is the fastest.' })
  await askLater(page, talk.field, 'Tutor, which train is the fastest?')
  await expect(talk.status).toContainText('Tutor is speaking', { timeout: 30_000 })
  await expect(page.getByText('here is what I have found').first()).toBeVisible()
})

test('on another screen a notice leads to it, and nothing is said', async ({ page, vee, talk, upstream }) => {
  await makeAccount(vee.url, EMAIL)
  await logInByEmail(page, EMAIL)
  upstream.scriptOnly('chat', { text: 'The 8:02 is the fastest.', piecesPerSecond: 2 })
  await askLater(page, talk.field, 'Which train is the fastest?')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect(page).toHaveURL(/settings/)
  const report = page.getByText('About “Which train is the fastest?”, here is what I have found.')
  await expect(report).toBeVisible({ timeout: 30_000 })
  const said = upstream.requests.filter(({ path }) => path.endsWith('/audio/speech'))
  expect(JSON.stringify(said.map(({ json }) => json))).not.toContain('what I have found')
  await page.getByRole('button', { name: 'Open', exact: true }).press('Enter')
  await expect(page).not.toHaveURL(/settings/)
  await expect(talk.lastReply).toContainText('The 8:02 is the fastest.')
})

test('it takes an account, and the words stay in the field', async ({ page, vee, talk }) => {
  await page.goto('/en/login')
  await openSharedAccess(page)
  await page.getByLabel('Global password').fill(vee.passphrase)
  await page.keyboard.press('Enter')
  await expect(talk.field).toBeVisible()
  await talk.field.fill('Which train is the fastest?')
  await page.getByRole('button', { name: 'Add to the message' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Answer in the background' }).press('Enter')
  await expect(page.getByText('must be kept in a personal account').first()).toBeVisible()
  await expect(talk.field).toHaveValue('Which train is the fastest?')
})
