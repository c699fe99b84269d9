import { expect, microphone, type Page } from '../test.ts'
import { recordings } from './stream-house.ts'
import { choose, test } from './talk-page.ts'

test.use({ ...microphone('meeting.wav'), isShared: true })

const tracks = (page: Page) =>
  page.evaluate(() => window.veeTracks.map(({ enabled, readyState }) => `${readyState} ${enabled}`))

test('a microphone that is kept ready is opened once for several messages, and is muted between them', async ({
  page,
  upstream,
  talk,
}) => {
  await choose(page, { keepsMicrophoneReady: true })
  await talk.open()
  for (const _ of [1, 2]) {
    const before = recordings(upstream)
    await talk.field.fill('')
    await talk.press()
    expect(await tracks(page)).toEqual(['live true'])
    // A press of less than 0.3 s is a tap, and less than half a second of speech is none.
    const pressedAt = await page.evaluate(() => performance.now())
    await page.waitForFunction((at) => performance.now() - at > 1_500, pressedAt)
    await talk.release()
    await expect(talk.field).toHaveValue('hello there')
    expect(recordings(upstream)).toBeGreaterThan(before)
    expect(await tracks(page)).toEqual(['live false'])
  }
  await talk.send.click()
  await expect(talk.status).toContainText('The mic is ready and muted.')

  // In a mode that opens it for itself, it is closed.
  await page.getByRole('button', { name: /^Input mode/ }).click()
  await page.getByRole('menuitemcheckbox', { name: /^Continuous/ }).click()
  await expect.poll(talk.openTracks).toBe(0)
  await expect(talk.status).not.toContainText('ready and muted')
})
