import { expect, it } from 'vitest'
import { FEATURE_SAMPLES } from './log-mel.ts'
import { createTurnAudio } from './turn-audio.ts'

const frame = (value: number) => new Int16Array(160).fill(value)

it('returns the turn from shortly before its start', () => {
  const audio = createTurnAudio()
  for (let value = 1; value <= 100; value += 1) audio.push(frame(value))
  audio.begin(50)
  audio.push(frame(101))
  const taken = audio.copySamples()
  // 50 ms since the start, 300 ms before it, and one frame.
  expect(taken.length).toBe(36 * 160)
  expect([taken[0], taken.at(-1)]).toEqual([66, 101])
})

it('returns the last eight seconds of a longer turn', () => {
  const audio = createTurnAudio()
  audio.begin(0)
  for (let value = 1; value <= 1_000; value += 1) audio.push(frame(value))
  const taken = audio.copySamples()
  expect(taken.length).toBe(FEATURE_SAMPLES)
  expect([taken[0], taken[159], taken[160], taken.at(-1)]).toEqual([201, 201, 202, 1_000])
})
