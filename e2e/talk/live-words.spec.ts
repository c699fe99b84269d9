import type { StreamService } from '../../fakes/transcription-stream/index.ts'
import { expect, microphone, type Page } from '../test.ts'
import { recordings, type StreamHouse, WHOLE, withStreamHouse, WORDS } from './stream-house.ts'
import { asked, choose, type TalkPage, test as base } from './talk-page.ts'

// A transcriber that emits words while they are spoken.

const test = base.extend<{ readonly streams: StreamService }>({
  house: ({}, provide) => withStreamHouse(provide),
  streams: async ({ house }, provide) => provide((house as StreamHouse).streams),
})

test.use(microphone('question.wav'))

/** Transcripts are sent without review. */
const sendAtOnce = (page: Page) => choose(page, { sendsTranscriptAtOnce: true })

/** Returns what decides where an element's text is. */
function layoutOf(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  const { padding, font } = getComputedStyle(element)
  return { left, top, width, height, padding, font }
}

const colorOf = (element: Element) => getComputedStyle(element).color

/** The first turn loads the voice's code, and may be spoken before the socket is open. */
async function speakFirst(page: Page, talk: TalkPage): Promise<void> {
  await sendAtOnce(page)
  await talk.open()
  await talk.say()
  await expect(talk.lastReply).toContainText('You said')
  await page.keyboard.press('Escape')
  await expect(talk.status).toContainText('Ready')
}

test('words appear while they are spoken, and become the question', async ({
  page,
  talk,
  upstream,
  streams,
}) => {
  await speakFirst(page, talk)
  const before = recordings(upstream)
  await talk.press()
  const words = talk.status.locator('[aria-hidden=true] > [dir=auto]')
  await expect(words).toContainText('what is a')
  await expect(words).toBeVisible()
  await talk.question()
  await talk.release()
  await expect(talk.questions).toHaveCount(2)
  await expect(talk.replies).toHaveCount(2)
  // The words came from the stream: no recording was sent.
  expect(recordings(upstream)).toBe(before)
  await expect.poll(() => asked(upstream)).toHaveLength(2)
  const question = asked(upstream)[1] ?? ''
  expect(question).toContain('what is a token')
  expect(WORDS.startsWith(question)).toBe(true)
  await expect.poll(() => streams.connections.every(({ isOpen }) => !isOpen)).toBe(true)
})

test('a stream that breaks while one speaks loses and doubles nothing', async ({
  page,
  talk,
  upstream,
  streams,
}) => {
  await speakFirst(page, talk)
  const before = recordings(upstream)
  streams.script({ text: WORDS, finalAfterWords: 3, fault: { atMessage: 7, does: 'cut' } })
  await talk.say()
  await expect(talk.questions).toHaveCount(2)
  await expect(talk.questions.last()).toContainText(WHOLE)
  await expect(talk.replies).toHaveCount(2)
  await expect.poll(() => asked(upstream)).toHaveLength(2)
  expect(asked(upstream)[1]).toBe(WHOLE)
  expect(recordings(upstream)).toBe(before + 1)
})

test('a spoken command acts on its final words, and reaches no model', async ({
  page,
  talk,
  upstream,
  streams,
}) => {
  await sendAtOnce(page)
  streams.script({ text: 'mute', finalAfterWords: 1 })
  await talk.open()
  await talk.say()
  await expect(page.getByText('Voice off').first()).toBeVisible()
  expect(asked(upstream)).toEqual([])
})

test('words that are reviewed appear in the field after what was typed, and nothing before them moves', async ({
  page,
  talk,
  upstream,
}) => {
  await talk.open()
  // Loads the voice's code and opens the socket.
  await talk.field.fill('Please tell me:')
  await talk.say()
  await expect(talk.field).toHaveValue(/^Please tell me: what/i)
  await talk.field.fill('Please tell me:')
  const before = recordings(upstream)
  await talk.press()
  const words = page.locator('[aria-hidden=true] p', { hasText: 'Please tell me: what is a' })
  const tail = words.locator('span')
  await expect(words).toBeVisible()
  await expect(talk.field).toHaveValue('Please tell me:')
  const place = () => words.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)
  const { x, y } = await place()
  await expect(words).toContainText('what is a token')
  expect(await place()).toMatchObject({ x, y })
  expect(await tail.evaluate(colorOf)).not.toBe(await words.evaluate(colorOf))
  // Both draw their text in the same place.
  const layer = words.locator('xpath=../..')
  expect(await layer.evaluate(layoutOf)).toEqual(await talk.field.evaluate(layoutOf))
  await talk.question()
  await talk.release()
  await expect(talk.field).toHaveValue(/^Please tell me: what is a token/)
  await expect(words).toHaveCount(0)
  // They were not sent, and came from the stream.
  expect(recordings(upstream)).toBe(before)
  expect(asked(upstream)).toEqual([])
})
