import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { FRAME_SAMPLES } from '../capture/frames.ts'
import { FakeClock } from '../speak/clock.fixture.ts'
import { checkSound, checkTake } from './check-take.ts'
import { createTaughtWordSpotter } from './taught-word-spotter.ts'
import { decodeSpeech } from './ordinary-speech.ts'
import type { SpeechEmbedding } from './speech-embedding.ts'
import { teachWord, tryWords, type TeachingProgress } from './teach-word.ts'
import { WakeWordListener } from './wake-word-listener.ts'
import type { WakeWordReport } from './wake-word-messages.ts'
import { createFakeWorker, FakeMicrophone, loadModels, samplesOf } from './wake-words.fixture.ts'
import type { TaughtWord } from './word-templates.ts'

const TEACHING = samplesOf('teaching.wav')
const SPEECH = decodeSpeech(new Int8Array(readFileSync(join(import.meta.dirname, 'ordinary-speech.bin'))))
/** End of the sentence of ordinary speech in the recording, samples. */
const SENTENCE_END = 6.6 * 16_000

let openEmbedding: () => SpeechEmbedding
let victoria: TaughtWord
const progress: TeachingProgress[] = []

/** Delivers a recording frame by frame; everything that it causes is processed in between. */
async function play(
  samples: Int16Array<ArrayBuffer>,
  microphone: FakeMicrophone,
  settled: () => Promise<void>,
) {
  for (let index = 0; index + FRAME_SAMPLES <= samples.length; index += FRAME_SAMPLES) {
    microphone.hears(samples.slice(index, index + FRAME_SAMPLES))
    if (index % (100 * FRAME_SAMPLES) !== 0) continue
    await settled()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await settled()
  await new Promise((resolve) => setImmediate(resolve))
}

function startTeaching(word: string, signal = new AbortController().signal) {
  const microphone = new FakeMicrophone()
  const clock = new FakeClock()
  const { worker, settled, isOpen } = createFakeWorker(openEmbedding)
  const ports = {
    microphone,
    openWorker: () => worker,
    ordinarySpeech: () => Promise.resolve(SPEECH),
    clock,
  }
  const taught = teachWord(word, [], ports, (report) => void progress.push(report), signal)
  return { taught, microphone, clock, settled, isOpen }
}

// The models are loaded once: loading takes most of the time.
beforeAll(async () => {
  openEmbedding = await loadModels()
  const { taught, microphone, settled } = startTeaching('victoria')
  await play(TEACHING, microphone, settled)
  const result = await taught
  if (result === 'too-common') throw new Error('the name is a word')
  victoria = result
}, 120_000)

describe('teaching a word', () => {
  it('takes three takes, and rejects a sentence before them', () => {
    const steps = progress.flatMap((report): (number | string)[] =>
      report.type === 'say' ? [report.take] : report.type === 'rejected' ? [report.problem] : [],
    )
    expect(steps).toEqual([1, 'too-long', 1, 2, 3])
    expect(victoria.takes).toHaveLength(3)
    expect(progress.filter(({ type }) => type === 'level').length).toBeGreaterThan(200)
  })

  it('ends with the microphone and the worker closed when it is cancelled', async () => {
    const controller = new AbortController()
    const { taught, microphone, isOpen } = startTeaching('tutor', controller.signal)
    await new Promise((resolve) => setImmediate(resolve))
    expect(microphone.isOpen).toBe(true)
    controller.abort(new Error('cancelled'))
    await expect(taught).rejects.toThrow('cancelled')
    expect(microphone.isOpen).toBe(false)
    expect(isOpen()).toBe(false)
  })

  it('says so if nothing is said', async () => {
    const { taught, microphone, clock, settled } = startTeaching('tutor')
    taught.catch(() => undefined)
    await new Promise((resolve) => setImmediate(resolve))
    progress.length = 0
    await play(TEACHING.slice(0, 1.2 * 16_000), microphone, settled)
    clock.advance(8_000)
    await new Promise((resolve) => setImmediate(resolve))
    expect(progress.filter(({ type }) => type !== 'level')).toEqual([
      { type: 'say', take: 1 },
      { type: 'rejected', problem: 'nothing' },
      { type: 'say', take: 1 },
    ])
  })

  it.each([
    [{ ms: 120 }, 'too-short'],
    [{ ms: 3_000 }, 'too-long'],
    [{ levelDb: -52 }, 'too-quiet'],
    [{}, undefined],
  ])('rejects a take of %j as %s', (fields, problem) => {
    expect(checkSound({ ms: 700, levelDb: -30, noiseDb: -60, ...fields })).toBe(problem)
  })

  it('rejects a take of another word', () => {
    const [first = [], second = []] = victoria.takes
    expect(checkTake(first, [second])).toBeUndefined()
    expect(checkTake(SPEECH.slice(400, 400 + first.length), [second])).toBe('too-different')
  })
})

function startSpotting(words: readonly TaughtWord[]) {
  const spotted: { readonly word: string; readonly agoMs: number; readonly at: number }[] = []
  const { worker, settled } = createFakeWorker(openEmbedding)
  const spotter = createTaughtWordSpotter(
    () => worker,
    () => undefined,
  )
  let offset = 0
  spotter.use(words)
  spotter.start(
    'en-US',
    () => undefined,
    (match) => void spotted.push({ ...match, at: offset / 16 }),
  )
  const hears = async (samples: Int16Array<ArrayBuffer>) => {
    for (; samples.length > 0; samples = samples.slice(1_280)) {
      offset += Math.min(1_280, samples.length)
      spotter.push(samples.slice(0, 1_280))
      await settled()
    }
  }
  return { spotted, hears }
}

describe('the spotter', () => {
  it('finds each call, where it began, and nothing in a sentence before', { timeout: 60_000 }, async () => {
    const { spotted, hears } = startSpotting([victoria])
    await hears(TEACHING.slice(0, SENTENCE_END))
    expect(spotted).toEqual([])
    await hears(TEACHING.slice(SENTENCE_END))
    expect(spotted.map(({ word }) => word)).toEqual(['victoria', 'victoria', 'victoria'])
    for (const { at, agoMs } of spotted) {
      const onset = at - agoMs
      // The sound before the onset is the room: what is sent starts with the word.
      const before = TEACHING.slice(Math.max(0, (onset - 200) * 16), (onset - 100) * 16)
      expect(Math.max(...before.map(Math.abs))).toBeLessThan(400)
      expect(agoMs).toBeLessThan(1_800)
    }
  })

  it('is not available without words, and opens no worker', () => {
    const spotter = createTaughtWordSpotter(
      () => {
        throw new Error('a worker was opened')
      },
      () => undefined,
    )
    spotter.use([])
    spotter.push(TEACHING.slice(0, 16_000))
    expect(spotter.isAvailable()).toBe(false)
  })

  it('gives up on a device that needs longer than the sound lasts', async () => {
    const reports: WakeWordReport[] = []
    let now = 0
    const instant: SpeechEmbedding = {
      push() {
        now += 100
        return Promise.resolve([])
      },
      reset: () => undefined,
    }
    const listener = new WakeWordListener(
      () => instant,
      (report) => void reports.push(report),
      () => now,
    )
    const hears = async (pieces: number) => {
      for (let piece = 0; piece < pieces; piece += 1)
        await listener.handle({ type: 'samples', samples: new Int16Array(1_280) })
    }
    await hears(124)
    expect(reports).toEqual([])
    await hears(1)
    expect(reports).toEqual([{ type: 'broken' }])
  })

  it('reports a failed device once, and is not available afterwards', () => {
    let tell: ((event: { readonly data: WakeWordReport }) => void) | undefined
    let failures = 0
    const spotter = createTaughtWordSpotter(
      () => ({
        postMessage: () => undefined,
        addEventListener: (_type, added) => void (tell = added),
        terminate: () => undefined,
      }),
      () => (failures += 1),
    )
    spotter.use([victoria])
    spotter.push(new Int16Array(1_280))
    tell?.({ data: { type: 'broken' } })
    tell?.({ data: { type: 'broken' } })
    expect(failures).toBe(1)
    expect(spotter.isAvailable()).toBe(false)
  })

  it('is tried with the microphone until it is stopped', { timeout: 60_000 }, async () => {
    const microphone = new FakeMicrophone()
    const controller = new AbortController()
    const { worker, settled } = createFakeWorker(openEmbedding)
    const words: string[] = []
    const trying = tryWords(
      [victoria],
      { microphone, openWorker: () => worker },
      (report) => 'word' in report && words.push(report.word),
      controller.signal,
    )
    await new Promise((resolve) => setImmediate(resolve))
    await play(TEACHING.slice(SENTENCE_END, SENTENCE_END + 4 * 16_000), microphone, settled)
    expect(words).toEqual(['victoria'])
    controller.abort()
    await trying
    expect(microphone.isOpen).toBe(false)
  })
})
