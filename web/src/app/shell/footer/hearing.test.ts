import { describe, expect, it } from 'vitest'
import { hearingOf } from './hearing.ts'

describe('a press on the hearing indicator', () => {
  it.each([
    ['idle', 'start'],
    ['error', 'start'],
    ['listening', 'stop'],
    ['vad-wake', 'stop'],
    ['vad-active', 'stop'],
    ['speaking', 'stop'],
    ['responding', 'stop'],
    ['connecting', undefined],
    ['transcribing', undefined],
    ['thinking', undefined],
    ['processing', undefined],
  ] as const)('in %s is %s', (visual, action) => {
    expect(hearingOf(visual, true)).toBe(action)
  })

  it.each(['idle', 'error'] as const)('in %s starts nothing for text-only agents', (visual) => {
    expect(hearingOf(visual, false)).toBeUndefined()
  })

  it('stops their voice nevertheless', () => {
    expect(hearingOf('speaking', false)).toBe('stop')
  })
})
