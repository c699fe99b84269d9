import { expect, it } from 'vitest'
import { AudioBuffer } from './audio-buffer.ts'

const FRAME_SAMPLES = 160
const frame = (index: number) => ({
  samples: new Int16Array(FRAME_SAMPLES).fill(index),
  level: 0,
  capturedAt: index * FRAME_SAMPLES,
})
const heardFrom = (sound: AudioBuffer, sample: number) => sound.from(sample)?.map((samples) => samples[0])

it('returns the audio from a sample on', () => {
  const sound = new AudioBuffer()
  for (let index = 0; index < 5; index += 1) sound.pushFrame(frame(index))
  expect(heardFrom(sound, 3 * FRAME_SAMPLES)).toEqual([3, 4])
  expect(heardFrom(sound, 5 * FRAME_SAMPLES)).toEqual([])
})

it('detects missing samples', () => {
  const sound = new AudioBuffer()
  expect(heardFrom(sound, 0)).toBeUndefined()
  for (let index = 4; index < 300; index += 1) sound.pushFrame(frame(index))
  expect(heardFrom(sound, 3 * FRAME_SAMPLES)).toBeUndefined()
  expect(heardFrom(sound, 50 * FRAME_SAMPLES)).toBeUndefined()
  expect(heardFrom(sound, 100 * FRAME_SAMPLES)).toHaveLength(200)
})

it('is complete when the microphone has delivered its last frame', () => {
  const sound = new AudioBuffer()
  sound.pushFrame(frame(0))
  expect(sound.isWhole).toBe(false)
  sound.pushFrame(undefined)
  expect(sound.isWhole).toBe(true)
})
