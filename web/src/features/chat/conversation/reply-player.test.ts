import { expect, it } from 'vitest'
import { sentenceBefore } from './reply-player.tsx'

it.each([
  ['One here. Two here. Three.', 20, 10],
  ['One here. Two here. Three.', 10, 0],
  ['One here.', 0, 0],
  ['# Title\n\nOne here. Two.', 19, 9],
  ['一つ目です。二つ目です。三つ目。', 12, 6],
])('returns in %j from %i to %i', (text, from, to) => {
  expect(sentenceBefore(text, from, 'en')).toBe(to)
})
