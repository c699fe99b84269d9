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

function listen(heard: (frame: number) => number) {
  const guard = createEchoGuard()
  for (let frame = 0; frame < 2_400 / FRAME_MS; frame += 1) guard.push(voice(frame), heard(frame))
  return guard
}

it('knows its own voice when it comes back, softer and later', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 360 / FRAME_MS }),
      fc.double({ min: 0.2, max: 1, noNaN: true }),
      (lag, loud) => {
        expect(listen((frame) => loud * voice(Math.max(0, frame - lag))).hearsEcho()).toBe(true)
      },
    ),
  )
})

it.each([
  ['a quiet room', () => 0.02],
  ['another voice', otherVoice],
])('takes %s for none of its own', (_what, heard) => {
  expect(listen(heard).hearsEcho()).toBe(false)
})

it('forgets when it is told to', () => {
  const guard = listen(voice)
  guard.reset()
  expect(guard.hearsEcho()).toBe(false)
})
