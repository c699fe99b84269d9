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
