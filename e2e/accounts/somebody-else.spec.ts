import { test, type TalkPage } from '../talk/talk-page.ts'
import { callAs, logIn, tokenOf } from '../teams/people.ts'
import { expect, type Page } from '../test.ts'
import { logInByEmail, makeAccount } from './sign-up.ts'

const ANN = 'ann@example.org'
const BOB = 'bob@example.org'

/** Ann talks, begins another message, and her session ends elsewhere: the page, which is never left, asks for a login. */
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

test('whoever signs in after somebody else sees, sends and gets nothing of theirs', async ({
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

test('whoever signs in again finds the talk and the words as they were', async ({ page, talk, vee }) => {
  await annIsSignedOut(page, talk, vee.url)
  await logIn(page, ANN)
  await expect(page).toHaveURL('/en/pro')
  await expect(talk.field).toHaveValue('And the wrapping paper?')
  await expect(talk.questions).toHaveText([/Where did I hide the presents\?/])
  expect(await page.evaluate(() => 'isAnnsPage' in globalThis)).toBe(true)
})
