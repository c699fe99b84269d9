import { test } from '../talk/talk-page.ts'
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
