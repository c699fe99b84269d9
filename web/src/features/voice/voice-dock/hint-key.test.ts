import { expect, it } from 'vitest'
import type { VoiceSnapshot } from '#voice/index.ts'
import { hintKeyOf } from './hint-key.ts'

const idle = (hint: 'too-short' | 'no-speech' | 'obeyed' | undefined, kind: 'off' | 'ready' | 'wake-word') =>
  ({ state: { phase: 'idle', hint }, permission: 'granted', listening: { kind } }) as unknown as VoiceSnapshot

it.each([
  ['too-short', 'off', 'hint.too-short'],
  ['too-short', 'ready', 'hint.no-speech'],
  ['no-speech', 'ready', 'hint.ready'],
  ['obeyed', 'ready', 'hint.ready'],
  [undefined, 'ready', 'hint.ready'],
  ['too-short', 'wake-word', 'hint.wake-word'],
] as const)('explains unused speech: %s while the listening is %s', (hint, kind, key) =>
  expect(hintKeyOf(idle(hint, kind), 'continuous')).toBe(key),
)

it.each([
  ['push-to-talk', 'hint.explain'],
  ['continuous', 'hint.explain-open'],
  ['voice-activation', 'hint.explain-open'],
] as const)('states in %s, before the browser asks, how long Vee will listen', (mode, key) => {
  const snapshot = { ...idle(undefined, 'off'), permission: 'prompt' } as VoiceSnapshot
  expect(hintKeyOf(snapshot, mode)).toBe(key)
})

it('asks whether a microphone is muted that delivers digital silence', () => {
  const listening = { kind: 'ready', mode: 'continuous', hasNoSound: true }
  const snapshot = { state: { phase: 'idle', hint: undefined }, permission: 'granted', listening }
  expect(hintKeyOf(snapshot as unknown as VoiceSnapshot, 'continuous')).toBe('hint.no-sound')
})

it('says how to answer while a tool waits for consent', () => {
  const listening = { kind: 'replying', mode: 'continuous', duplex: 'half', awaitsConsent: true }
  const state = { phase: 'replying', turnId: 't1', isWriting: true, voice: 'coming' }
  const snapshot = { state, permission: 'granted', listening }
  expect(hintKeyOf(snapshot as unknown as VoiceSnapshot, 'continuous')).toBe('hint.consent')
})
