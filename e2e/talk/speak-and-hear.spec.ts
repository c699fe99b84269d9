import { heard } from '../output-tap.ts'
import { expect, microphone } from '../test.ts'
import { test } from './talk-page.ts'

test.use({ ...microphone('question.wav'), isShared: true })

test.beforeEach(async ({ upstream, talk }) => {
  upstream.scriptOnly('transcription', { text: 'What is a token bucket?' })
  upstream.scriptOnly('chat', {
    text: 'A token bucket limits how often something may happen. Each call takes one.',
  })
  await talk.open()
})

test('holds the button, speaks, reviews, sends with Enter, reads and hears the reply', async ({
  page,
  upstream,
  talk,
}) => {
  await talk.say()
  // One cue when it started to listen, one when it had stopped.
  await expect.poll(async () => (await heard(page)).length).toBe(2)
  const cues = await heard(page)

  await expect(talk.field).toHaveValue('What is a token bucket?')
  await expect(talk.send).toBeFocused()
  expect(upstream.requests.map(({ path }) => path)).toEqual(['/v1/audio/transcriptions'])
  expect(await talk.openTracks()).toBe(0)

  await page.keyboard.press('Enter')
  await expect(talk.questions).toContainText('What is a token bucket?')
  await expect(talk.status).toContainText('Speaking')
  await expect(talk.spoken).toHaveText('A token bucket limits how often something may happen.')
  await expect(talk.spoken).toHaveText('Each call takes one.')
  await expect(talk.status).toContainText('Ready')
  await expect(talk.spoken).toHaveCount(0)
  await expect(talk.unspoken).toHaveCount(0)
  await expect(talk.lastReply).toContainText(
    'A token bucket limits how often something may happen. Each call takes one.',
  )

  // The fake voice takes 60 ms per character without pauses: both sentences are 73 characters.
  const voice = (await heard(page)).slice(cues.length)
  const sound = voice.reduce((sum, { from, to }) => sum + to - from, 0)
  expect(sound).toBeGreaterThan(3_500)
  expect(sound).toBeLessThan(5_500)
})

test('sends a corrected transcript', async ({ upstream, talk }) => {
  await talk.say()
  await expect(talk.send).toBeFocused()
  await talk.field.fill('What is a leaky bucket?')
  await talk.field.press('Enter')
  await expect(talk.status).toContainText('Speaking')
  expect(upstream.requests.find(({ path }) => path.endsWith('/chat/completions'))?.said).toBe(
    'What is a leaky bucket?',
  )
})

test('records from one tap to the next', async ({ talk }) => {
  await talk.microphone.click()
  await expect(talk.status).toContainText('Tap again when you are done')
  await talk.question()
  await talk.microphone.click()
  await expect(talk.field).toHaveValue('What is a token bucket?')
  await expect(talk.send).toBeFocused()
  expect(await talk.openTracks()).toBe(0)
})

test('listens while Space is held', async ({ page, talk }) => {
  await page.locator('body').click({ position: { x: 5, y: 200 } })
  await page.keyboard.down('Space')
  await expect(talk.status).toContainText('Listening')
  await talk.question()
  await page.keyboard.up('Space')
  await expect(talk.field).toHaveValue('What is a token bucket?')
  await expect(talk.send).toBeFocused()
  expect(await talk.openTracks()).toBe(0)
})
