import { expect, it } from 'vitest'
import { sentenceSeparator, joinSentences } from './sentence-separator.ts'

it('separates sentences with a space, and not after a full-width mark', () => {
  expect(joinSentences('It was cut off.', 'Your message is kept.')).toBe(
    'It was cut off. Your message is kept.',
  )
  expect(joinSentences('回答が途中で止まりました。', 'メッセージは残っています。', 'Retry?')).toBe(
    '回答が途中で止まりました。メッセージは残っています。Retry?',
  )
  expect(joinSentences('No key.', undefined, '', false, 'OPENAI_API_KEY を設定してください。')).toBe(
    'No key. OPENAI_API_KEY を設定してください。',
  )
  expect(joinSentences()).toBe('')
  expect([sentenceSeparator('怎么了？'), sentenceSeparator('好！'), sentenceSeparator('정답')]).toEqual([
    '',
    '',
    ' ',
  ])
})
