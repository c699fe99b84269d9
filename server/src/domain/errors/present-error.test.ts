import { expect, it } from 'vitest'
import { ERROR_STATUS } from '@vee/contract/errors'
import { ProviderFailure } from '#providers/failure.ts'
import { presentError } from './present-error.ts'

it.each([
  ['unreadable', 'UNSUPPORTED_MEDIA', 415],
  ['too-large', 'TOO_LARGE', 413],
] as const)('blames the recording and not the provider for %s', (kind, code, status) => {
  const failure = new ProviderFailure({ kind, provider: 'local', message: 'for operators only' })
  const { code: presented, message } = presentError(failure)
  expect(presented).toBe(code)
  expect(message).not.toContain('operators')
  expect(ERROR_STATUS[presented]).toBe(status)
})
