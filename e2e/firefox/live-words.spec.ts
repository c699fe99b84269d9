import type { StreamService } from '../../fakes/transcription-stream/index.ts'
import { recordings, type StreamHouse, withStreamHouse, WORDS } from '../talk/stream-house.ts'
import { expect, say, test as base } from './firefox.ts'

const test = base.extend<{ readonly streams: StreamService }>({
  house: ({}, provide) => withStreamHouse(provide),
  streams: async ({ house }, provide) => provide((house as StreamHouse).streams),
})

test('words appear in the field while they are spoken, and stay as the transcript', async ({
  upstream,
  streams,
  firefox,
  room,
}) => {
  const { page } = firefox
  const field = () => page.$eval('textarea', ({ value }) => value)
  await firefox.open('/en/')
  // The first turn loads the voice's code, and may be spoken before the socket is open.
  await say(firefox, room, 'question.wav')
  await expect.poll(field).toMatch(/^what is a/i)
  // Firefox's driver clears a field without an event.
  await page.locator('textarea').click()
  await page.keyboard.down('Control')
  await page.keyboard.press('a')
  await page.keyboard.up('Control')
  await page.keyboard.press('Backspace')
  expect(await field()).toBe('')
  const before = recordings(upstream)
  const spoken = say(firefox, room, 'question.wav')
  await expect.poll(() => firefox.textOf('[aria-hidden="true"][dir="auto"] p')).toContain('what is a')
  expect(await field()).toBe('')
  await spoken
  // A loaded sound server loses audio, and with it the last words.
  await expect.poll(field).toMatch(/^what is a/)
  expect(WORDS.startsWith(await field())).toBe(true)
  expect(recordings(upstream)).toBe(before)
  await expect.poll(() => streams.connections.every(({ isOpen }) => !isOpen)).toBe(true)
})
