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
