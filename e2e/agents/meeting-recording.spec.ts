import { test } from '../talk/talk-page.ts'
import { makeAccount } from '../accounts/sign-up.ts'
import { logIn } from '../teams/people.ts'
import { expect, microphone } from '../test.ts'
import { openAgent } from './agent-page.ts'

test.use(microphone('long-question.wav'))

test('a recording waits for its text through failures and a reload, and is heard again', async ({
  page,
  upstream,
}) => {
  const meetings = await openAgent(page, 'meeting_summarizer', 'Meetings')
  upstream.scriptOnly('transcription', 'server-error')
  await meetings.getByRole('button', { name: 'New meeting' }).click()
  const record = meetings.getByRole('button', { name: 'Record' })
  await expect(record).toBeDisabled()
  await meetings.getByRole('checkbox', { name: 'Everybody agrees' }).check()
  await record.click()
  await expect(meetings.getByText('Recording', { exact: true })).toBeVisible()
  await expect(meetings.getByRole('timer')).toHaveText('0:04')
  await meetings.getByRole('button', { name: 'Stop' }).click()
  await expect(meetings.getByText('1 piece waits for its text')).toBeVisible()
  await expect(meetings).toContainText('What was said is kept here')

  upstream.scriptOnly('transcription', { text: 'What is a token bucket?' })
  await page.reload()
  await meetings.getByRole('button', { name: /^Untitled meeting/ }).click()
  await expect(meetings.getByRole('list', { name: 'Transcript' })).toContainText('What is a token bucket?')
  await expect(meetings.getByText('1 piece waits for its text')).toHaveCount(0)
})

test('a visitor’s recording comes along into the account, where its sound may be kept', async ({
  page,
  upstream,
  vee,
}) => {
  const meetings = await openAgent(page, 'meeting_summarizer', 'Meetings')
  upstream.scriptOnly('transcription', { text: 'What is a token bucket?' })
  await meetings.getByRole('button', { name: 'New meeting' }).click()
  await meetings.getByLabel('Title').fill('Harbour')
  await meetings.getByRole('checkbox', { name: 'Everybody agrees' }).check()
  await meetings.getByRole('button', { name: 'Record' }).click()
  await expect(meetings.getByRole('timer')).toHaveText('0:04')
  await meetings.getByLabel('What happens now? (optional)').fill('The question')
  await meetings.getByRole('button', { name: 'Mark this moment' }).click()
  await meetings.getByRole('button', { name: 'Stop' }).click()
  await expect(meetings.getByRole('list', { name: 'Transcript' })).toContainText('What is a token bucket?')
  await expect(meetings.getByRole('list', { name: 'Marked moments' })).toContainText('The question')
  await expect(meetings.getByText('Saved', { exact: true })).toBeVisible()
  await expect(meetings.getByRole('switch', { name: /Keep the sound/ })).toHaveCount(0)

  await makeAccount(vee.url, 'recorder@example.org')
  await page.goto('/en/login')
  await logIn(page, 'recorder@example.org')
  await expect(page.getByText('1 meeting from this browser is now in your account')).toBeVisible()
  await page.goto('/en/')
  await meetings.getByRole('button', { name: /^Harbour/ }).click()
  const kept = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/sound'),
  )
  await meetings.getByRole('switch', { name: /Keep the sound/ }).click()
  expect((await kept).status()).toBe(204)
  const address = new URL((await kept).url()).pathname
  const token = await page.evaluate(
    () => localStorage.getItem('vee.auth-token') ?? sessionStorage.getItem('vee.auth-token'),
  )
  const headers = { authorization: `Bearer ${token}` }
  const pieces = async () =>
    ((await (await page.request.get(address, { headers })).json()) as { pieces: object[] }).pieces
  expect(await pieces()).toMatchObject([{ track: 'me', start: 0 }])

  const download = page.waitForEvent('download')
  await meetings.getByRole('button', { name: 'Save the sound' }).click()
  expect((await download).suggestedFilename()).toBe('Harbour Microphone.wav')
  await meetings.getByRole('switch', { name: /Keep the sound/ }).click()
  await expect.poll(pieces).toEqual([])
})
