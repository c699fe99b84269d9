import { expect, it } from 'vitest'
import { isOwnSpeech } from './own-speech.ts'

const SPOKEN = 'The ferryman lived on the other side, and every evening he rowed it back. Then he slept.'

it.each([
  'other side, and every evening he rowed it back.',
  'The ferry man lived on the other side and every evening',
  'then he slept',
])('finds the voice in %j', (heard) => expect(isOwnSpeech(heard, SPOKEN)).toBe(true))

it.each([
  'What happened on the other side of the river at night?',
  'he slept?',
  'Stop, tell me about the moon instead.',
  '',
])('treats %j as the speech of a person', (heard) => expect(isOwnSpeech(heard, SPOKEN)).toBe(false))

it('compares characters where words are not separated', () => {
  expect(isOwnSpeech('毎晩向こう岸へ戻りました', '船頭は毎晩、向こう岸へ戻りました。')).toBe(true)
  expect(isOwnSpeech('月について教えて', '船頭は毎晩、向こう岸へ戻りました。')).toBe(false)
})
