import { expect, microphone } from '../test.ts'
import { test } from './talk-page.ts'

test.use({ ...microphone('silence.wav'), isShared: true })

test('is not speech, and no vendor is called', async ({ upstream, talk }) => {
  await talk.open()
  await talk.say()
  await expect(talk.status).toContainText('No speech detected')
  expect(upstream.requests).toEqual([])
  expect(await talk.openTracks()).toBe(0)
})
