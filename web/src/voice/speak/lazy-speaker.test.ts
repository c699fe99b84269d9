import { beforeEach, expect, test } from 'vitest'
import type { MutableSpeaker } from './create-speaker.ts'
import { createLazySpeaker } from './lazy-speaker.ts'
import type { SpeakerEvent } from './speaker.ts'

const turn = { turnId: 't1', replyId: 'r1', language: 'en' }

/** Records its calls; the test plays its voice. */
class WrittenSpeaker implements MutableSpeaker {
  readonly told: unknown[] = []
  listener: (event: SpeakerEvent) => void = () => {}
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
  subscribe = (listener: (event: SpeakerEvent) => void) => {
    this.listener = listener
    return () => {}
  }
}

let real: WrittenSpeaker
let loading: PromiseWithResolvers<MutableSpeaker>
let loads = 0
let letOut = 0
let events: SpeakerEvent[] = []

function createLateSpeaker(): MutableSpeaker {
  const speaker = createLazySpeaker({
    load: () => {
      loads += 1
      return loading.promise
    },
    unlockAudio: () => (letOut += 1),
  })
  speaker.subscribe((event) => events.push(event))
  return speaker
}

async function arrive(): Promise<void> {
  loading.resolve(real)
  await loading.promise
  await Promise.resolve()
}

beforeEach(() => {
  real = new WrittenSpeaker()
  loading = Promise.withResolvers()
  loads = 0
  letOut = 0
  events = []
})

test('nothing is loaded before it is needed, and then once', () => {
  const speaker = createLateSpeaker()
  speaker.setMuted(false)
  speaker.append('t0', 'late words')
  expect(speaker.level()).toBe(0)
  expect(loads).toBe(0)
  speaker.unlock()
  speaker.begin(turn)
  expect(loads).toBe(1)
})

test('early calls are replayed in order when the speaker is loaded, and its events are forwarded', async () => {
  const speaker = createLateSpeaker()
  speaker.setMuted(true)
  speaker.begin(turn)
  speaker.append('t1', 'Hel')
  speaker.append('t1', 'lo.')
  speaker.end('t1')
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
  expect(speaker.stop()).toEqual({ playedUntil: 7 })
  expect(speaker.level()).toBe(0.5)
})

test('audio is unlocked within the gesture, and the speaker is notified when it is loaded', async () => {
  createLateSpeaker().unlock()
  expect(letOut).toBe(1)
  await arrive()
  expect(real.told).toContainEqual(['unlock'])
})

test('a stop before it was loaded leaves nothing to speak', async () => {
  const speaker = createLateSpeaker()
  speaker.begin(turn)
  speaker.append('t1', 'Hello.')
  expect(speaker.stop()).toEqual({ playedUntil: 0 })
  speaker.append('t1', ' More.')
  await arrive()
  expect(real.told).toEqual([['muted', false]])
})

test('a replay replaces queued replies', async () => {
  const speaker = createLateSpeaker()
  speaker.begin(turn)
  speaker.replay(turn, 'Again.', 0)
  await arrive()
  expect(real.told.slice(1)).toEqual([['replay', turn, 'Again.', 0]])
})

test('if it cannot be loaded the reply is silent, the user is notified, and the next reply tries again', async () => {
  const speaker = createLateSpeaker()
  speaker.begin(turn)
  loading.reject(new Error('offline'))
  await expect(speaker.voices()).rejects.toThrow('offline')
  expect(events).toEqual([
    { type: 'notice', turnId: 't1', notice: 'voice-silent' },
    { type: 'finished', turnId: 't1' },
  ])
  loading = Promise.withResolvers()
  speaker.begin({ ...turn, turnId: 't2' })
  await arrive()
  expect(real.told).toContainEqual(['begin', 't2'])
})
