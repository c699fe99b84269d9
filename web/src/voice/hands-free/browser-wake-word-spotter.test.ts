import { expect, it } from 'vitest'
import { FakeClock } from '../speak/clock.fixture.ts'
import type { SpeechRecognition } from '../transcription/speech-recognition.ts'
import { createBrowserWakeWordSpotter } from './browser-wake-word-spotter.ts'

/** A browser's recognition whose results and end the test controls. */
class FakeRecognition extends EventTarget implements SpeechRecognition {
  lang = ''
  continuous = false
  interimResults = false
  isAborted = false
  start() {}
  stop() {}

  abort() {
    this.isAborted = true
    this.end()
  }

  hears(...transcripts: string[]) {
    const results = transcripts.map((transcript) => Object.assign([{ transcript }], { isFinal: false }))
    this.dispatchEvent(Object.assign(new Event('result'), { results }))
  }

  fails(error: string) {
    this.dispatchEvent(Object.assign(new Event('error'), { error }))
    this.end()
  }

  end() {
    this.dispatchEvent(new Event('end'))
  }
}

function createWorld() {
  const clock = new FakeClock()
  const made: FakeRecognition[] = []
  const heard: string[] = []
  const spotter = createBrowserWakeWordSpotter(() => {
    const recognition = new FakeRecognition()
    made.push(recognition)
    return recognition
  }, clock)
  spotter.start('de-DE', (words) => heard.push(words))
  return { clock, made, heard, spotter }
}

it('reports the current words, in the spoken language', () => {
  const { made, heard } = createWorld()
  made[0]?.hears('before', 'Vee wie spät')
  expect(made[0]?.lang).toBe('de-DE')
  expect(heard).toEqual(['Vee wie spät'])
})

it('continues when the engine ends during a long silence', () => {
  const { clock, made, spotter } = createWorld()
  made[0]?.dispatchEvent(new Event('start'))
  clock.advance(60_000)
  made[0]?.end()
  expect(made).toHaveLength(2)
  expect(spotter.isAvailable()).toBe(true)
})

it.each(['network', 'service-not-allowed', 'not-allowed'])('leaves it to the server after %s', (error) => {
  const { made, spotter } = createWorld()
  made[0]?.fails(error)
  expect(made).toHaveLength(1)
  expect(spotter.isAvailable()).toBe(false)
})

it('does not start an engine in a loop that ends at once', () => {
  const { clock, made, spotter } = createWorld()
  clock.advance(50)
  made[0]?.end()
  expect(made).toHaveLength(1)
  expect(spotter.isAvailable()).toBe(false)
})

it('is quiet after it was stopped', () => {
  const { made, heard, spotter } = createWorld()
  spotter.stop()
  made[0]?.hears('Vee')
  expect(made[0]?.isAborted).toBe(true)
  expect(made).toHaveLength(1)
  expect(heard).toEqual([])
  expect(spotter.isAvailable()).toBe(true)
})

it('gives up an engine that never answers, within two seconds', () => {
  const { clock, made, spotter } = createWorld()
  clock.advance(1_999)
  expect(spotter.isAvailable()).toBe(true)
  clock.advance(1)
  expect(spotter.isAvailable()).toBe(false)
  expect(made[0]?.isAborted).toBe(true)
})

it('gives up an engine that runs and recognizes nothing of what is spoken', () => {
  const { clock, made, spotter } = createWorld()
  made[0]?.dispatchEvent(new Event('audiostart'))
  clock.advance(5_000)
  spotter.speechEnded()
  spotter.speechEnded()
  made[0]?.hears('the weather')
  spotter.speechEnded()
  spotter.speechEnded()
  expect(spotter.isAvailable()).toBe(true)
  spotter.speechEnded()
  expect(spotter.isAvailable()).toBe(false)
})
