import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FRAME_MS } from '../capture/frames.ts'
import { createEchoGuard } from './echo-guard.ts'

/** Loudness of a voice, frame by frame: syllables and pauses. */
const voice = (frame: number) => {
  const ms = frame * FRAME_MS
  return Math.max(0, 0.5 + 0.4 * Math.sin(ms / 92) * Math.sin(ms / 284))
}
const otherVoice = (frame: number) => {
  const ms = frame * FRAME_MS
  return Math.max(0, 0.5 + 0.4 * Math.sin(ms / 148 + 1) * Math.sin(ms / 196))
}
const room = () => 0.02

function listen(heard: (frame: number) => number, guard = createEchoGuard(), ms = 2_400) {
  for (let frame = 0; frame < ms / FRAME_MS; frame += 1) guard.push(voice(frame), heard(frame))
  return guard
}

it('knows its own voice when it comes back, softer and later', () => {
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

it('lets a quiet room be spoken in, and somebody who does', () => {
  const guard = listen(room)
  expect(guard.mayListen()).toBe(true)
  guard.soundBegan()
  listen(otherVoice, guard, 600)
  expect(guard.mayListen()).toBe(true)
})

it('believes nothing before it knows the room, and begins anew with each sound until then', () => {
  const guard = createEchoGuard()
  expect(guard.mayListen()).toBe(false)
  listen(room, guard, 1_900)
  guard.soundBegan()
  listen(room, guard, 1_900)
  expect(guard.mayListen()).toBe(false)
  listen(room, guard, 200)
  expect(guard.mayListen()).toBe(true)
})

it('takes its trust back when its own voice comes through later', () => {
  const guard = listen(room, createEchoGuard(), 8_000)
  for (let frame = 0; frame < 1_200 / FRAME_MS; frame += 1) {
    guard.push(voice(frame), 0.8 * voice(Math.max(0, frame - 3)))
  }
  expect(guard.mayListen()).toBe(false)
  expect(guard.likeness()).toBeGreaterThan(0.8)
})

it('forgets when it is told to', () => {
  const guard = listen(room)
  guard.reset()
  expect(guard.mayListen()).toBe(false)
})
