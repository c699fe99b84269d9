import { expect, it } from 'vitest'
import { areSimilar } from './similar-words.ts'

it.each([
  ['Tudor,', 'Tutor', true],
  ['Nerve', 'Nerf', true],
  ['The', 'Tutor', false],
  ['Scientists', 'System Designer', false],
  ['System designers', 'System Designer', true],
  ['チューター、', 'Tutor', true],
])('of %j and %j: %s', (words, name, expected) => expect(areSimilar(words, name)).toBe(expected))
