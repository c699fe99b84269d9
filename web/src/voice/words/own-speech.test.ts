import { expect, it } from 'vitest'
import { withoutOwnSpeech } from './own-speech.ts'

const isOwnSpeech = (heard: string, spoken: string, mayEcho: boolean): boolean =>
  withoutOwnSpeech(heard, spoken, mayEcho) === ''

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

it.each([
  ['every evening he rowed What about the moon?', 'What about the moon?'],
  ['Tell me about the moon. lived on the other side, and', 'Tell me about the moon.'],
  ['The ferryman lived on the tell me more, please. evening he rowed it back.', 'tell me more, please.'],
  // Fewer words of it are a person's, and a question may quote it.
  ['he rowed, you said', 'he rowed, you said'],
  ['Where is the other side, and every evening he rowed it back?', ''],
  [
    'So what do you mean when you say that every evening he rowed it back?',
    'So what do you mean when you say that every evening he rowed it back?',
  ],
])('removes the voice from %j', (heard, rest) => expect(withoutOwnSpeech(heard, SPOKEN, true)).toBe(rest))

it('removes nothing from the edges with headphones', () => {
  const heard = 'every evening he rowed What about the moon?'
  expect(withoutOwnSpeech(heard, SPOKEN, false)).toBe(heard)
})

it('removes the voice from scripts without spaces', () => {
  const spoken = '船頭は毎晩、向こう岸へ戻りました。'
  expect(withoutOwnSpeech('毎晩向こう岸へ戻り月について詳しく教えてください', spoken, true)).toBe(
    '月について詳しく教えてください',
  )
})
