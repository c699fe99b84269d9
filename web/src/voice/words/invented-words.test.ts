import { describe, expect, it } from 'vitest'
import { isInvented } from './invented-words.ts'

describe('words that are no speech to a voice', () => {
  it.each([
    'Thank you.',
    'Thanks for watching!',
    '♪',
    '[Music]',
    'Vielen Dank.',
    'ご視聴ありがとうございました',
    '谢谢观看',
    '',
  ])('invented for noise: %s', (text) => expect(isInvented(text)).toBe(true))

  it.each(['Ha ha ha.', 'Hahaha!', 'Heh heh.', 'Jajaja.', 'ハハハ', 'ふふっ', 'ㅋㅋㅋ', '하하하', '哈哈哈'])(
    'laughter: %s',
    (text) => expect(isInvented(text)).toBe(true),
  )

  it.each([
    'Thank you, and what about Tuesday?',
    'He has it.',
    'Have you heard it?',
    'Hi there',
    'ははにきく',
    '哈尔滨在哪里？',
    'hello',
  ])('speech: %s', (text) => expect(isInvented(text)).toBe(false))
})
