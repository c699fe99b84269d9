import { expect, it } from 'vitest'
import { withNotice } from './notices.ts'

it('adds a notice once', () => {
  const shown = withNotice([], 'storage-unavailable')
  expect(shown).toEqual(['storage-unavailable'])
  expect(withNotice(shown, 'storage-unavailable')).toBe(shown)
})

it('shows one notice if there is no voice at all, next to one about a rejected key', () => {
  let shown = withNotice(['storage-unavailable'], 'voice-own-key-refused')
  for (const notice of ['voice-credits-exhausted', 'browser-voices-missing', 'voice-silent'] as const) {
    shown = withNotice(shown, notice)
  }
  expect(shown).toEqual(['storage-unavailable', 'voice-own-key-refused', 'voice-silent'])
  expect(withNotice(shown, 'voice-server-unavailable')).toBe(shown)
})

it('shows in one notice that the server’s voice replaces the browser’s', () => {
  let shown = withNotice(['storage-unavailable'], 'browser-voices-missing')
  shown = withNotice(shown, 'voice-basic')
  expect(shown).toEqual(['storage-unavailable', 'voice-basic'])
  expect(withNotice(shown, 'browser-voices-missing')).toBe(shown)
})

it('shows a failure of the voice as one sentence: the voice that reads instead, or a reason to act on', () => {
  expect(withNotice(['voice-server-unavailable'], 'voice-browser')).toEqual(['voice-browser'])
  expect(withNotice(['voice-browser'], 'voice-basic')).toEqual(['voice-basic'])
  const exhausted = withNotice([], 'voice-credits-exhausted')
  expect(withNotice(exhausted, 'voice-basic')).toBe(exhausted)
})
