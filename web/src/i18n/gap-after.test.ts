import { expect, it } from 'vitest'
import { gapAfter, sentences } from './gap-after.ts'

it('puts a space between sentences, and none after a mark that fills its square', () => {
  expect(sentences('It was cut off.', 'Your message is kept.')).toBe('It was cut off. Your message is kept.')
  expect(sentences('回答が途中で止まりました。', 'メッセージは残っています。', 'Retry?')).toBe(
    '回答が途中で止まりました。メッセージは残っています。Retry?',
  )
  expect(sentences('No key.', undefined, '', false, 'OPENAI_API_KEY を設定してください。')).toBe(
    'No key. OPENAI_API_KEY を設定してください。',
  )
  expect(sentences()).toBe('')
  expect([gapAfter('怎么了？'), gapAfter('好！'), gapAfter('정답')]).toEqual(['', '', ' '])
})
