import { beforeEach, expect, test } from 'vitest'
import type { MutableSpeechOutput } from './create-speech-output.ts'
import { createLazySpeechOutput } from './lazy-speech-output.ts'
import type { SpeechOutputEvent } from './speech-output.ts'

const turn = { turnId: 't1', replyId: 'r1', language: 'en' }

/** Records its calls; the test plays its voice. */
class WrittenSpeechOutput implements MutableSpeechOutput {
  readonly told: unknown[] = []
  listener: (event: SpeechOutputEvent) => void = () => {}
  begin = (begun: typeof turn) => void this.told.push(['begin', begun.turnId])
  append = (...told: unknown[]) => void this.told.push(['append', ...told])
  retract = (...told: unknown[]) => void this.told.push(['retract', ...told])
  addAside = (...told: unknown[]) => void this.told.push(['addAside', ...told])
  dropAside = (...told: unknown[]) => void this.told.push(['dropAside', ...told])
  end = (...told: unknown[]) => void this.told.push(['end', ...told])
  replay = (...told: unknown[]) => void this.told.push(['replay', ...told])
  unlock = () => void this.told.push(['unlock'])
  setMuted = (isMuted: boolean) => void this.told.push(['muted', isMuted])
  duck = (...told: unknown[]) => void this.told.push(['duck', ...told])
  setPaused = (...told: unknown[]) => void this.told.push(['setPaused', ...told])
  stop = () => ({ playedUntil: 7 })
  level = () => 0.5
  isMeasured = () => true
  voices = async () => []
  dispose = () => void this.told.push(['dispose'])
  subscribe = (listener: (event: SpeechOutputEvent) => void) => {
    this.listener = listener
    return () => {}
  }
}

let real: WrittenSpeechOutput
let loading: PromiseWithResolvers<MutableSpeechOutput>
let loads = 0
let letOut = 0
let events: SpeechOutputEvent[] = []

function createLateSpeechOutput(): MutableSpeechOutput {
  const speechOutput = createLazySpeechOutput({
    load: () => {
      loads += 1
      return loading.promise
    },
    unlockAudio: () => (letOut += 1),
  })
  speechOutput.subscribe((event) => events.push(event))
  return speechOutput
}

async function arrive(): Promise<void> {
  loading.resolve(real)
  await loading.promise
  await Promise.resolve()
}

beforeEach(() => {
  real = new WrittenSpeechOutput()
  loading = Promise.withResolvers()
  loads = 0
  letOut = 0
  events = []
})

test('nothing is loaded before it is needed, and then once', () => {
  const speechOutput = createLateSpeechOutput()
  speechOutput.setMuted(false)
  speechOutput.append('t0', 'late words')
  expect(speechOutput.level()).toBe(0)
  expect(loads).toBe(0)
  speechOutput.unlock()
  speechOutput.begin(turn)
  expect(loads).toBe(1)
})

test('early calls are replayed in order when the speech output is loaded, and its events are forwarded', async () => {
  const speechOutput = createLateSpeechOutput()
  speechOutput.setMuted(true)
  speechOutput.begin(turn)
  speechOutput.append('t1', 'Hel')
  speechOutput.append('t1', 'lo.')
  speechOutput.end('t1')
  await arrive()
  expect(real.told).toEqual([
    ['muted', true],
    ['begin', 't1'],
    ['append', 't1', 'Hel'],
    ['append', 't1', 'lo.'],
    ['end', 't1'],
  ])
  real.listener({ type: 'started', turnId: 't1' })
  expect(events).toEqual([{ type: 'started', turnId: 't1' }])
  expect(speechOutput.stop()).toEqual({ playedUntil: 7 })
  expect(speechOutput.level()).toBe(0.5)
})

test('audio is unlocked within the gesture, and the speech output is notified when it is loaded', async () => {
  createLateSpeechOutput().unlock()
  expect(letOut).toBe(1)
  await arrive()
  expect(real.told).toContainEqual(['unlock'])
})

test('a stop before it was loaded leaves nothing to speak', async () => {
  const speechOutput = createLateSpeechOutput()
  speechOutput.begin(turn)
  speechOutput.append('t1', 'Hello.')
  expect(speechOutput.stop()).toEqual({ playedUntil: 0 })
  speechOutput.append('t1', ' More.')
  await arrive()
  expect(real.told).toEqual([['muted', false]])
})

test('a replay replaces queued replies', async () => {
  const speechOutput = createLateSpeechOutput()
  speechOutput.begin(turn)
  speechOutput.replay(turn, 'Again.', 0)
  await arrive()
  expect(real.told.slice(1)).toEqual([['replay', turn, 'Again.', 0]])
})

test('if it cannot be loaded the reply is silent, the user is notified, and the next reply tries again', async () => {
  const speechOutput = createLateSpeechOutput()
  speechOutput.begin(turn)
  loading.reject(new Error('offline'))
  await expect(speechOutput.voices()).rejects.toThrow('offline')
  expect(events).toEqual([
    { type: 'notice', turnId: 't1', notice: 'voice-silent' },
    { type: 'finished', turnId: 't1' },
  ])
  loading = Promise.withResolvers()
  speechOutput.begin({ ...turn, turnId: 't2' })
  await arrive()
  expect(real.told).toContainEqual(['begin', 't2'])
})
