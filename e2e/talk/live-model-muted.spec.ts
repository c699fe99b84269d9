import { expect, microphone } from '../test.ts'
import { liveTest as test, startLive } from './live-house.ts'

test.use(microphone('silence.wav'))

test('the microphone is muted and unmuted, and typed text is answered aloud', async ({
  page,
  talk,
  live,
}) => {
  live.script({ heard: [], replies: [{ text: 'You typed that.' }] })
  await startLive(page, talk)
  await page.getByRole('button', { name: 'Mute microphone' }).click()
  await expect(talk.status).toContainText('The microphone is muted')
  await talk.ask('Hello by hand')
  await expect(talk.questions.last()).toContainText('Hello by hand')
  await expect(talk.lastReply).toContainText('You typed that.')
  await page.getByRole('button', { name: 'Unmute microphone' }).click()
  await expect(talk.status).toContainText('You can interrupt at any time')
})

test('a round is answered by each assistant in turn, in a voice of its own', async ({ talk, page, live }) => {
  live.script({ heard: [], replies: [{ text: 'A little hard.' }, { text: 'Not hard at all.' }] })
  await startLive(page, talk)
  await talk.ask('Tutor and Coder, is it hard?')
  await expect(talk.replies.first()).toContainText('A little hard.')
  await expect(talk.lastReply).toContainText('Not hard at all.')
  await expect(talk.replies.first().getByText('Tutor', { exact: true })).toBeVisible()
  await expect(talk.lastReply.getByText('Coding Assistant', { exact: true })).toBeVisible()
  const voices = live.connections.map(({ messages }) => /"voice":"(\w+)"/.exec(JSON.stringify(messages))?.[1])
  expect(new Set(voices).size).toBe(voices.length)
})
