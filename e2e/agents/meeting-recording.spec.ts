import { test } from '../talk/talk-page.ts'
import { makeAccount } from '../accounts/sign-up.ts'
import { meetingEar, SENTENCES } from '../meeting-ear.ts'
import { killTab } from '../kill-tab.ts'
import { logIn } from '../teams/people.ts'
import { expect, microphone } from '../test.ts'
import { openAgent } from './agent-page.ts'

test.use(microphone('meeting.wav'))

/** What is on disk of a recording that was killed after 16 s, while somebody speaks: it is brought there every five. */
const KEPT = SENTENCES.filter(({ to }) => to < 14.5).map(({ text }) => text)

test('a recording survives a killed tab and a vendor that fails', async ({ page, context, upstream }) => {
  const ear = meetingEar({ failsEvery: 3 })
  upstream.scriptOnly('transcription', (request) => ear.listen(request))
  let meetings = await openAgent(page, 'meeting_summarizer', 'Meetings')
  await meetings.getByRole('button', { name: 'New meeting' }).click()
  await meetings.getByLabel('Title').fill('Harbour')
  await meetings.getByLabel('Quick notes').fill('The harbour master is away')
  await expect(meetings.getByRole('button', { name: 'Record' })).toBeDisabled()
  await meetings.getByRole('checkbox', { name: 'Everybody agrees' }).check()
  await meetings.getByRole('checkbox', { name: 'Also record the sound of a tab' }).check()
  await meetings.getByRole('button', { name: 'Record' }).click()
  await expect(meetings.getByRole('meter', { name: 'Tab' })).toBeVisible()
  await meetings.getByLabel('What happens now? (optional)').fill('The price')
  await meetings.getByRole('button', { name: 'Mark this moment' }).click()
  await expect(meetings.getByText('Saved', { exact: true })).toBeVisible()

  // It goes on when one looks elsewhere, and says so.
  await page.getByRole('button', { name: /^Close/ }).click()
  const sign = page.getByRole('region', { name: 'Recording' })
  await expect(sign).toBeVisible()
  await page.getByRole('button', { name: 'Open: Meetings' }).click()
  await expect(sign).toHaveCount(0)
  await expect(meetings.getByRole('timer')).toHaveText('0:16', { timeout: 30_000 })
  await killTab(page)

  const next = await context.newPage()
  await next.goto('/en/')
  meetings = next.getByRole('region', { name: 'Meetings', exact: true })
  await expect(meetings.getByText('A recording was cut off')).toBeVisible()
  await meetings.getByRole('button', { name: 'Open', exact: true }).click()
  const transcript = meetings.getByRole('list', { name: 'Transcript' })
  const heard = async (track: string) => {
    const lines = await transcript.getByRole('listitem').filter({ hasText: track }).allInnerTexts()
    return SENTENCES.map(({ text }) => text).filter((text) => lines.join(' ').includes(text))
  }
  await expect.poll(() => heard('Microphone'), { timeout: 30_000 }).toEqual(KEPT)
  const times = await transcript.getByText(/^\d+:\d\d$/).allInnerTexts()
  expect(times).toEqual(times.toSorted())
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
