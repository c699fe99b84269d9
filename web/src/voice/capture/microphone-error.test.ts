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

it('treats anything but an error as a browser without support', () => {
  expect(microphoneFailureOf('what')).toBe('unsupported')
})
