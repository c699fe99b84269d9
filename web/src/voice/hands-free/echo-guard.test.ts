import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CAPTURE_SAMPLE_RATE, FRAME_MS, FRAME_SAMPLES } from '../capture/frames.ts'
import { meterOf, rmsOf } from '../detect/level.ts'
import { createEchoGuard } from './echo-guard.ts'

/** Returns the level of a voice frame by frame, with syllables and pauses. */
const voice = (frame: number) => {
  const ms = frame * FRAME_MS
  return Math.max(0, 0.5 + 0.4 * Math.sin(ms / 92) * Math.sin(ms / 284))
}

/** Returns the level of a corpus utterance frame by frame, from the first word on. */
function loudnessOf(name: string): number[] {
  const file = readFileSync(join(import.meta.dirname, `../../../../e2e/audio/corpus/${name}.wav`))
  const samples = new Int16Array(file.buffer.slice(file.byteOffset + 44, file.byteOffset + file.length))
  const frames: number[] = []
  for (let index = 0.5 * CAPTURE_SAMPLE_RATE; index < samples.length; index += FRAME_SAMPLES)
    frames.push(
      meterOf(rmsOf(Float32Array.from(samples.slice(index, index + FRAME_SAMPLES), (s) => s / 0x8000))),
    )
  return frames
}

const LANGUAGES = [
  'english',
  'spanish',
  'french',
  'german',
  'italian',
  'portuguese',
  'japanese',
  'korean',
  'chinese',
]
const room = () => 0.02

function listen(heard: (frame: number) => number, guard = createEchoGuard(), ms = 2_400) {
  for (let frame = 0; frame < ms / FRAME_MS; frame += 1) guard.push(voice(frame), heard(frame))
  return guard
}

it('recognizes its own voice when it is picked up, softer and later', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 360 / FRAME_MS }),
      fc.double({ min: 0.2, max: 1, noNaN: true }),
      (lag, loud) => {
        expect(listen((frame) => loud * voice(Math.max(0, frame - lag))).mayListen()).toBe(false)
      },
    ),
  )
})

it('accepts a quiet room and a user who speaks in it', () => {
  let taken = 0
  let said = 0
  const loudness = new Map(LANGUAGES.map((language) => [language, loudnessOf(language)]))
  for (const vee of LANGUAGES)
    for (const user of LANGUAGES.filter((language) => language !== vee)) {
      const guard = createEchoGuard()
      const played = loudness.get(vee) ?? []
      const heard = loudness.get(user) ?? []
      for (let frame = 0; frame < 2_400 / FRAME_MS; frame += 1)
        guard.push(played[frame % (1_200 / FRAME_MS)] ?? 0, room())
      expect(guard.mayListen()).toBe(true)
      guard.soundBegan()
      for (let frame = 0; frame < 500 / FRAME_MS; frame += 1)
        guard.push(played[frame] ?? 0, heard[frame] ?? 0)
      said += 1
      if (guard.mayListen()) taken += 1
    }
  // Two voices correlate for half a second now and then; the speaker is detected later.
  expect(taken / said).toBeGreaterThan(0.9)
})

it('distrusts before it has measured the room, and restarts with each sound until then', () => {
  const guard = createEchoGuard()
  expect(guard.mayListen()).toBe(false)
  listen(room, guard, 1_900)
  guard.soundBegan()
  listen(room, guard, 3_900)
  expect(guard.mayListen()).toBe(false)
  listen(room, guard, 200)
  expect(guard.mayListen()).toBe(true)
})

it("withdraws its trust when the device's own output is picked up later", () => {
  const guard = listen(room, createEchoGuard(), 8_000)
  for (let frame = 0; frame < 1_200 / FRAME_MS; frame += 1) {
    guard.push(voice(frame), 0.8 * voice(Math.max(0, frame - 3)))
  }
  expect(guard.mayListen()).toBe(false)
  expect(guard.likeness()).toBeGreaterThan(0.8)
})

it('forgets on reset', () => {
  const guard = listen(room)
  guard.reset()
  expect(guard.mayListen()).toBe(false)
})
