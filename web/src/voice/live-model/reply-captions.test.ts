import { expect, it } from 'vitest'
import { ReplyCaptions } from './reply-captions.ts'

it('shows the words when they are spoken, once and in order', () => {
  const shown: string[] = []
  const captions = new ReplyCaptions((text) => shown.push(text))
  captions.add('Hello ', 0)
  captions.add('there. ', 400)
  captions.playedTo(0)
  captions.playedTo(399)
  expect(shown).toEqual(['Hello '])
  captions.add('How are you?', 900)
  captions.playedTo(1_000)
  captions.playedTo(2_000)
  expect(shown).toEqual(['Hello ', 'there. How are you?'])
})
