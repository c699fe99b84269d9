import type { StreamService } from '../../fakes/transcription-stream/index.ts'
import { recordings, type StreamHouse, WHOLE, withStreamHouse } from '../talk/stream-house.ts'
import { expect, microphone, test as base, type Locator, type Page } from '../test.ts'
import { openAgent } from './agent-page.ts'

const test = base.extend<{ readonly streams: StreamService }>({
  house: ({}, provide) => withStreamHouse(provide),
  streams: async ({ house }, provide) => provide((house as StreamHouse).streams),
})

test.use(microphone('meeting.wav'))

async function record(page: Page): Promise<Locator> {
  const meetings = await openAgent(page, 'meeting_summarizer', 'Meetings')
  await meetings.getByRole('button', { name: 'New meeting' }).click()
  await meetings.getByRole('button', { name: 'Everyone agrees: record' }).click()
  return meetings
}

const captionsOf = (meetings: Locator) => meetings.locator('[aria-hidden=true] > div > [dir=auto]')

const isAllClosed = ({ connections }: StreamService) =>
  connections.length > 0 && connections.every(({ isOpen }) => !isOpen)

test('captions follow the words of a recording, whose transcript is made of its segments', async ({
  page,
  upstream,
  streams,
}) => {
  const meetings = await record(page)
  const captions = captionsOf(meetings)
  await expect(captions.first()).toContainText('what is a')
  await expect(meetings.getByText('Live captions')).toBeVisible()
  // Nothing below them moves when more words come.
  const mark = meetings.getByRole('button', { name: 'Mark this moment' })
  const place = await mark.boundingBox()
  await expect(captions).toHaveCount(2, { timeout: 20_000 })
  await expect(captions.first()).toContainText('what is a token bucket and why')
  expect(await mark.boundingBox()).toEqual(place)
  await meetings.getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => isAllClosed(streams)).toBe(true)
  await meetings.getByRole('button', { name: 'Resume' }).click()
  await meetings.getByRole('button', { name: 'Stop' }).click()
  const lines = meetings.getByRole('list', { name: 'Transcript' }).getByRole('listitem')
  await expect(lines.first()).toContainText(WHOLE)
  await expect(captions).toHaveCount(0)
  // A caption transcribes nothing in addition.
  await expect.poll(async () => recordings(upstream) - (await lines.count())).toBe(0)
  await expect.poll(() => isAllClosed(streams)).toBe(true)
})

test('a stream that breaks changes nothing about the recording', async ({ page, upstream, streams }) => {
  streams.script({ text: 'what is', fault: { atMessage: 5, does: 'cut' } })
  const meetings = await record(page)
  await expect(captionsOf(meetings).first()).toContainText('what')
  await expect(meetings.getByRole('timer')).toHaveText('0:05', { timeout: 20_000 })
  await expect.poll(() => isAllClosed(streams)).toBe(true)
  await meetings.getByRole('button', { name: 'Stop' }).click()
  const lines = meetings.getByRole('list', { name: 'Transcript' }).getByRole('listitem')
  await expect(lines.first()).toContainText(WHOLE)
  await expect.poll(async () => recordings(upstream) - (await lines.count())).toBe(0)
})

test('nothing is streamed with the setting off', async ({ page, streams }) => {
  await page.addInitScript(() =>
    localStorage.setItem(
      'vee.user-settings.v1.5.1',
      JSON.stringify({ currentAppMode: 'meeting_summarizer', muted: true, showLiveTranscription: false }),
    ),
  )
  const meetings = await record(page)
  await expect(meetings.getByRole('timer')).toHaveText('0:04', { timeout: 20_000 })
  await meetings.getByRole('button', { name: 'Stop' }).click()
  await expect(meetings.getByRole('list', { name: 'Transcript' })).toContainText(WHOLE)
  expect(streams.connections).toHaveLength(0)
})
