import { expect, it } from 'vitest'
import { microphoneFailureOf } from './microphone-error.ts'

it.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'none'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['TypeError', 'unsupported'],
])('reads %s as %s', (name, reason) => {
  expect(microphoneFailureOf(new DOMException('', name))).toBe(reason)
})

it('takes what is no error for a browser that cannot', () => {
  expect(microphoneFailureOf('what')).toBe('unsupported')
})
