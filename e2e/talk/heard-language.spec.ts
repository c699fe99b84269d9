import { expect, microphone } from '../test.ts'
import { test } from './talk-page.ts'

test.use({ ...microphone('question.wav'), locale: 'de-DE', isShared: true })

test('an utterance transcribed in the wrong language is transcribed again in the right one by one tap', async ({
  page,
  upstream,
  talk,
}) => {
  // The vendor reports English for any speech.
  upstream.scriptOnly(
    'transcription',
    { text: 'Vast is a token bucket?' },
    { text: 'Was ist ein Token Bucket?' },
  )
  await talk.open()
  await talk.say()
  await expect(talk.field).toHaveValue('Vast is a token bucket?')
  await page.getByRole('button', { name: 'It was German' }).click()
  await expect(talk.field).toHaveValue('Was ist ein Token Bucket?')
  const [first, again] = upstream.requests.filter(({ path }) => path.endsWith('/transcriptions'))
  expect(first?.form?.get('language') ?? null).toBeNull()
  expect(again?.form?.get('language')).toBe('de')
})
