import { openAgent } from '../agents/agent-page.ts'
import { test, type TalkPage } from '../talk/talk-page.ts'
import { callAs, logIn, tokenOf } from '../teams/people.ts'
import { expect, type Page } from '../test.ts'
import { logInByEmail, makeAccount } from './sign-up.ts'

const ANN = 'ann@example.org'
const BOB = 'bob@example.org'

/**
 * Ann has a conversation and an unsent message, and her session is revoked elsewhere: the page, which stays
 * open, shows the login.
 */
async function annIsSignedOut(page: Page, talk: TalkPage, url: string): Promise<void> {
  await makeAccount(url, ANN)
  await logInByEmail(page, ANN)
  await talk.ask('Where did I hide the presents?')
  await expect(talk.replies).toHaveCount(1)
  await expect(talk.send).toBeVisible()
  await talk.field.fill('And the wrapping paper?')
  await page.evaluate(() => Object.assign(globalThis, { isAnnsPage: true }))
  const token = await page.evaluate(() => sessionStorage.getItem('vee.auth-token') ?? undefined)
  await callAs(url, token)('DELETE', '/auth')
  await expect(page).toHaveURL(/\/en\/login\?sessionExpired=true/)
}

test('a user who signs in after another one sees, sends and receives none of their data', async ({
  page,
  talk,
  vee,
  upstream,
}) => {
  await annIsSignedOut(page, talk, vee.url)
  await makeAccount(vee.url, BOB)
  await logIn(page, BOB)
  await expect(page).toHaveURL('/en/pro')
  await expect(talk.field).toHaveValue('')
  await expect(talk.questions).toHaveCount(0)
  expect(await page.evaluate(() => 'isAnnsPage' in globalThis)).toBe(false)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('presents')

  await talk.ask('What do you know?')
  const asked = () => upstream.requests.findLast(({ said }) => said === 'What do you know?')
  await expect.poll(asked).toBeDefined()
  expect(JSON.stringify(asked()?.json)).not.toContain('presents')
  await expect(talk.send).toBeVisible()
  const bob = callAs(vee.url, await tokenOf(vee.url, BOB))
  expect(JSON.stringify(await bob('GET', '/conversations'))).not.toContain('presents')
})

test('a user who signs in again finds the conversation and the unsent text unchanged', async ({
  page,
  talk,
  vee,
}) => {
  await annIsSignedOut(page, talk, vee.url)
  await logIn(page, ANN)
  await expect(page).toHaveURL('/en/pro')
  await expect(talk.field).toHaveValue('And the wrapping paper?')
  await expect(talk.questions).toHaveText([/Where did I hide the presents\?/])
  expect(await page.evaluate(() => 'isAnnsPage' in globalThis)).toBe(true)
})

const history = (page: Page) => page.getByRole('region', { name: 'Conversations' })

test('a visitor on the same page sees nothing of the conversation, and the member gets all of it back', async ({
  page,
  talk,
  vee,
}) => {
  await annIsSignedOut(page, talk, vee.url)
  // The list next to the login has no owner.
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'History' }).click()
  await expect(history(page)).toContainText('These exist only in this tab.')
  await expect(history(page)).not.toContainText('presents')

  await page.getByRole('link', { name: 'Vee, home' }).click()
  await expect(page).toHaveURL('/en')
  await expect(talk.field).toHaveValue('')
  await expect(page.locator('body')).not.toContainText('presents')
  expect(await page.evaluate(() => 'isAnnsPage' in globalThis)).toBe(false)
  await talk.ask('What can you do?')
  await expect(talk.replies).toHaveCount(1)
  await expect(talk.send).toBeVisible()
  await talk.field.fill('A word of a passer-by')
  await page.reload()
  await expect(talk.field).toHaveValue('A word of a passer-by')
  await expect(talk.questions).toHaveText([/What can you do\?/])
  await page.goBack()
  await expect(page).toHaveURL(/\/en\/login/)
  await expect(page.locator('body')).not.toContainText('presents')

  await logIn(page, ANN)
  await expect(page).toHaveURL('/en/pro')
  await expect(talk.field).toHaveValue('And the wrapping paper?\nA word of a passer-by')
  await expect(talk.questions).toHaveText([/Where did I hide the presents\?/])
  const ann = callAs(vee.url, await tokenOf(vee.url, ANN))
  expect(JSON.stringify(await ann('GET', '/conversations'))).toContain('What can you do')
  // What was brought along is deleted once it is stored.
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('-visitor.')
})

test('a tab that is reopened after its session ended shows none of its data', async ({ page, talk, vee }) => {
  await annIsSignedOut(page, talk, vee.url)
  await talk.open()
  await expect(talk.field).toHaveValue('')
  await expect(talk.questions).toHaveCount(0)
  await makeAccount(vee.url, BOB)
  await talk.field.fill('Mine, says Bob')
  await logInByEmail(page, BOB)
  await expect(talk.field).toHaveValue('Mine, says Bob')
  await expect(talk.questions).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('presents')
})

test('signing out in one tab ends the conversation in the other, which preserves it for the member', async ({
  page,
  talk,
  vee,
  context,
}) => {
  await makeAccount(vee.url, ANN)
  await page.goto('/en/login')
  await page.getByLabel('Remember me').first().check()
  await logIn(page, ANN)
  await talk.field.fill('And the wrapping paper?')
  const other = await context.newPage()
  await other.goto('/en/pro')
  await other.getByRole('button', { name: 'Account menu' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/en\/login\?sessionExpired=true/)
  await page.getByRole('link', { name: 'Vee, home' }).click()
  await expect(talk.field).toHaveValue('')
  await logInByEmail(page, ANN)
  await expect(talk.field).toHaveValue('And the wrapping paper?')
})

test('diary text at the end of a session is preserved for the member, and hidden from visitors', async ({
  page,
  vee,
}) => {
  await makeAccount(vee.url, ANN)
  await logInByEmail(page, ANN)
  const diary = await openAgent(page, 'diary_agent', 'Diary')
  await diary.getByRole('button', { name: 'New entry' }).click()
  await diary.getByRole('textbox', { name: 'What happened?' }).fill('A secret garden')
  const token = await page.evaluate(() => sessionStorage.getItem('vee.auth-token') ?? undefined)
  await callAs(vee.url, token)('DELETE', '/auth')
  await expect(page).toHaveURL(/\/en\/login\?sessionExpired=true/)
  await page.getByRole('link', { name: 'Vee, home' }).click()
  await expect(diary.getByRole('button', { name: 'New entry' })).toBeVisible()
  await expect(diary).not.toContainText('secret')
  await logInByEmail(page, ANN)
  await expect(diary.getByText('A secret garden').first()).toBeVisible()
})

test('a user’s own key is not available to another user in another tab of the browser', async ({
  page,
  vee,
  context,
}) => {
  await makeAccount(vee.url, ANN)
  await makeAccount(vee.url, BOB)
  await page.goto('/en/login')
  await page.getByLabel('Remember me').first().check()
  await logIn(page, ANN)
  await expect(page).toHaveURL('/en/pro')
  await page.goto('/en/settings#keys')
  await page.getByLabel('OpenAI', { exact: false }).first().fill('sk-own-of-ann-4711')
  await page.locator('#keys').getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('••••4711')).toBeVisible()

  const fresh = await context.newPage()
  await fresh.goto('/en/settings#keys')
  await expect(fresh.getByText('••••4711')).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('vee.auth-token') ?? undefined)
  await callAs(vee.url, token)('DELETE', '/auth')
  for (const tab of [page, fresh]) await expect(tab).toHaveURL(/\/en\/login/)
  await fresh.close()

  const ofBob = await context.newPage()
  const title = ofBob.getByRole('heading', { name: 'API keys' })
  await logInByEmail(ofBob, BOB)
  await ofBob.goto('/en/settings#keys')
  await expect(title).toBeVisible()
  await expect(ofBob.getByText('••••4711')).toHaveCount(0)
  expect(await ofBob.evaluate(() => JSON.stringify(localStorage))).not.toContain('sk-own-of-ann')

  // A key that she stores while he is signed in in the other tab is not available to him.
  await logInByEmail(page, ANN)
  await page.goto('/en/settings#keys')
  await page.getByLabel('OpenAI', { exact: false }).first().fill('sk-own-of-ann-0815')
  await page.locator('#keys').getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('••••0815')).toBeVisible()
  await ofBob.goto('/en/settings?again#keys')
  await expect(title).toBeVisible()
  await expect(ofBob.getByText('••••0815')).toHaveCount(0)
})
