import { expect, microphone } from '../test.ts'
import { asked, test } from './talk-page.ts'

test.use({ ...microphone('question.wav'), isShared: true })

test('two presses lead to the first spoken answer, and one to each later one', async ({
  page,
  upstream,
  talk,
}) => {
  upstream.scriptOnly('transcription', { text: 'What is a token bucket?' })
  upstream.scriptOnly('chat', { text: 'Each call takes one token out of it.' })
  await talk.open()
  await talk.microphone.click()
  const choice = page.getByRole('group', { name: 'Send it when you pause?' })
  await expect(choice).toBeVisible()
  expect((await choice.boundingBox())?.height).toBeLessThanOrEqual(32)
  await talk.question()
  await choice.getByRole('button', { name: 'Just talk' }).click()
  await expect(choice).toHaveCount(0)
  await expect(talk.questions).toContainText('What is a token bucket?')
  await expect(talk.spoken).toBeVisible()
  await expect(talk.lastReply).toContainText('Each call takes one token out of it.')
  await expect(page.getByRole('button', { name: 'Input mode: Continuous' })).toBeVisible()
  await expect(talk.status).toContainText('Just talk')
  expect(await talk.openTracks()).toBe(1)

  // The choice holds on later visits.
  await page.reload()
  await expect(talk.lastReply).toContainText('Each call takes one token out of it.')
  await talk.microphone.click()
  await expect(talk.questions).toHaveCount(2)
  await expect(talk.replies).toHaveCount(2)
  await expect(choice).toHaveCount(0)
  // The recording is repeated: where replies are slow, the next question joins the one before.
  const questions = asked(upstream).map((text) => text.replaceAll('What is a token bucket?', '').trim())
  expect([...new Set(questions)]).toEqual([''])
})

test('the text is checked first for those who choose that, who are not asked again', async ({
  page,
  upstream,
  talk,
}) => {
  upstream.scriptOnly('transcription', { text: 'What is a token bucket?' })
  await talk.open()
  await talk.microphone.click()
  const choice = page.getByRole('group', { name: 'Send it when you pause?' })
  await choice.getByRole('button', { name: 'Check first' }).click()
  await expect(choice).toHaveCount(0)
  await expect(talk.status).toContainText('Tap again when you are done')
  await talk.question()
  await talk.microphone.click()
  await expect(talk.field).toHaveValue('What is a token bucket?')
  expect(asked(upstream)).toEqual([])

  await page.reload()
  await talk.microphone.click()
  await expect(talk.status).toContainText('Tap again when you are done')
  await expect(choice).toHaveCount(0)
})

test('those who hold the button are not asked', async ({ page, talk }) => {
  await talk.open()
  await talk.say()
  await expect(talk.field).toHaveValue('hello there')
  await expect(page.getByRole('group', { name: 'Send it when you pause?' })).toHaveCount(0)
})
