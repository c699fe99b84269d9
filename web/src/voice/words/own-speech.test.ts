import { expect, it } from 'vitest'
import { isOwnSpeech } from './own-speech.ts'

const SPOKEN = 'The ferryman lived on the other side, and every evening he rowed it back. Then he slept.'

it.each([
  'other side, and every evening he rowed it back.',
  'The ferry man lived on the other side and every evening',
  'then he slept',
])('finds the voice in %j', (heard) => expect(isOwnSpeech(heard, SPOKEN, true)).toBe(true))

it.each([
  'What happened on the other side of the river at night?',
  'he slept?',
  'Stop, tell me about the moon instead.',
  '',
])('treats %j as the speech of a person', (heard) => expect(isOwnSpeech(heard, SPOKEN, true)).toBe(false))

it('compares characters where words are not separated', () => {
  expect(isOwnSpeech('毎晩向こう岸へ戻りました', '船頭は毎晩、向こう岸へ戻りました。', true)).toBe(true)
  expect(isOwnSpeech('月について教えて', '船頭は毎晩、向こう岸へ戻りました。', true)).toBe(false)
})

it('treats a long word as its own only where the voice may be echoed', () => {
  const spoken = 'The moon is 384,400 kilometers away, on average.'
  expect(isOwnSpeech('Kilometers.', spoken, true)).toBe(true)
  expect(isOwnSpeech('kilometers away', spoken, true)).toBe(true)
  expect(isOwnSpeech('Kilometers?', spoken, false)).toBe(false)
  // Short words are answers, and words in another order are a person's.
  expect(isOwnSpeech('moon', spoken, true)).toBe(false)
  expect(isOwnSpeech('away kilometers', spoken, true)).toBe(false)
})
