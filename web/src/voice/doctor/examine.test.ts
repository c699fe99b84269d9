import { expect, it } from 'vitest'
import type { Frame } from '../capture/frames.ts'
import type { Transcript } from '../transcription/transcriber.ts'
import { FakeClock } from '../speak/clock.fixture.ts'
import { examine, STEP_MS, type DoctorPorts, type CheckStep } from './examine.ts'

const LIMIT_MS = 20_000

/** Runs an examination; `level` is the microphone level in each step. */
function startExamination(level: Partial<Record<CheckStep, number>> = {}) {
  const clock = new FakeClock()
  const words = Promise.withResolvers<Transcript>()
  const world = {
    clock,
    words,
    isOpen: true,
    isAborted: false,
    lose: () => undefined as void,
  }
  let tell: ((frame: Frame) => void) | undefined
  const ports: DoctorPorts = {
    microphone: {
      permission: () => Promise.resolve('granted'),
      open: (onLost) => {
        world.lose = onLost
        return Promise.resolve({
          begin: () => undefined,
          follow: (listener) => {
            tell = listener
            return () => undefined
          },
          level: () => 0,
          finish: () => Promise.resolve({ audio: new Blob(), durationSeconds: 5, loudestLevel: 0.2 }),
          close: () => void (world.isOpen = false),
        })
      },
    },
    transcriber: {
      start: () => ({
        finish: () => words.promise,
        abort: () => {
          world.isAborted = true
          words.reject(new Error('cancelled'))
        },
      }),
    },
    clock,
    language: () => 'en-US',
    playTones: () => undefined,
    ping: () => Promise.resolve(),
    transport: () => Promise.resolve({ via: 'socket' }),
    firstSound: () => Promise.resolve({ provider: 'flite', voiceId: 'flite_slt' }),
    voiceName: (id) => Promise.resolve(id === 'flite_slt' ? 'Flite SLT' : id),
    engine: (direction, provider) =>
      direction === 'hearing' && provider === 'unknown'
        ? Promise.reject(new Error('the server does not answer'))
        : Promise.resolve({ name: `${provider} (${direction})`, location: 'server' }),
  }
  const measurements = examine(
    ports,
    (step) => tell?.({ samples: new Int16Array(1), level: level[step] ?? 0.001, capturedAt: 0 }),
    new AbortController().signal,
  )
  return { ...world, world, measurements, pass: passTime }

  /** Advances the clock by this many ms and runs everything that waits for it. */
  async function passTime(ms: number): Promise<void> {
    for (let gone = 0; gone < ms; gone += 500) {
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
      clock.advance(500)
    }
  }
}

it('measures the room, the voice, the words and the server', async () => {
  const { measurements, words, pass, world } = startExamination({ quiet: 0.001, speak: 0.1 })
  words.resolve({ text: 'hello', language: undefined })
  await pass(STEP_MS.quiet + STEP_MS.tones + STEP_MS.speak)
  expect(await measurements).toMatchObject({
    microphone: 'open',
    noiseDb: -60,
    speechDb: -20,
    hearing: { text: 'hello' },
    voiceMs: expect.any(Number),
  })
  expect(world.isOpen).toBe(false)
})

it('names the engines, their speed and where they ran', async () => {
  const { measurements, words, pass } = startExamination({ speak: 0.1 })
  words.resolve({ text: 'hello', language: undefined, provider: 'local' })
  await pass(STEP_MS.quiet + STEP_MS.tones + STEP_MS.speak)
  expect(await measurements).toMatchObject({
    hearing: { seconds: 5, engine: { name: 'local (hearing)', location: 'server' } },
    spoken: { voice: 'Flite SLT', engine: { name: 'flite (speaking)', location: 'server' } },
  })
})

it('has a result also where the server does not name the engine', async () => {
  const { measurements, words, pass } = startExamination({ speak: 0.1 })
  words.resolve({ text: 'hello', language: undefined, provider: 'unknown' })
  await pass(STEP_MS.quiet + STEP_MS.tones + STEP_MS.speak)
  expect((await measurements).hearing).toMatchObject({ text: 'hello', engine: undefined })
})

it('waits no longer than announced for a transcript', async () => {
  const { measurements, pass, world } = startExamination()
  await pass(LIMIT_MS)
  expect((await measurements).hearing).toBeUndefined()
  expect(world.isAborted).toBe(true)
})

it('does not attribute its measurements to the voice of a microphone that was removed', async () => {
  const { measurements, pass, world } = startExamination({ speak: 0.1 })
  await pass(STEP_MS.quiet)
  world.lose()
  await pass(STEP_MS.tones + STEP_MS.speak)
  expect(await measurements).toMatchObject({
    microphone: 'vanished',
    speechDb: undefined,
    hearing: undefined,
  })
})
