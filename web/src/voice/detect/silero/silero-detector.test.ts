import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Detection, Detector } from '@vee/contract/audio/detector'
import { createSileroDetector } from './silero-detector.ts'
import type { SileroReport, SileroRequest } from './silero-messages.ts'
import { loadSilero } from './silero-model.ts'
import { SpeechJudge, WINDOW_SAMPLES } from './speech-judge.ts'

const CORPUS = join(import.meta.dirname, '../../../../../e2e/audio/corpus')
const TRUTH = JSON.parse(readFileSync(join(CORPUS, 'truth.json'), 'utf8')) as {
  readonly name: string
  readonly speech: readonly { readonly from: number; readonly to: number }[]
}[]
const PACKAGE = dirname(createRequire(import.meta.url).resolve('@ricky0123/vad-web'))
const MODEL = new Uint8Array(readFileSync(join(PACKAGE, 'silero_vad_v5.onnx')))

function samplesOf(name: string): Int16Array {
  const file = readFileSync(join(CORPUS, `${name}.wav`))
  return new Int16Array(file.buffer.slice(file.byteOffset + 44, file.byteOffset + file.length))
}

describe('the detector for noisy rooms', () => {
  // The model is loaded once and processes everything: loading takes most of the time.
  it('detects speech and nothing else in the whole corpus', { timeout: 120_000 }, async () => {
    const silero = await loadSilero(MODEL)
    const errors = { falseStarts: 0, missed: 0, lateStart: 0, cutOff: 0, lateEnd: 0 }
    for (const { name, speech } of TRUTH) {
      silero.reset()
      const stretches = await stretchesIn(samplesOf(name), silero)
      errors.falseStarts += stretches.filter(
        ({ from, to }) => !speech.some((s) => from < s.to && to > s.from),
      ).length
      for (const said of speech) {
        const own = stretches.filter(({ from, to }) => from < said.to && to > said.from)
        const [first, last] = [own[0], own.at(-1)]
        if (!first || !last) errors.missed += 1
        else {
          errors.lateStart = Math.max(errors.lateStart, first.from - said.from)
          errors.cutOff = Math.max(errors.cutOff, said.to - last.to)
          if (!speech.some(({ from }) => from > said.to && from - said.to < 500))
            errors.lateEnd = Math.max(errors.lateEnd, last.to - said.to)
        }
      }
    }
    expect(errors).toMatchObject({ falseStarts: 0, missed: 0 })
    expect(errors.lateStart).toBeLessThanOrEqual(130)
    expect(errors.cutOff).toBeLessThanOrEqual(40)
    expect(errors.lateEnd).toBeLessThanOrEqual(130)
  })

  const START: Detection = { type: 'speech-start', at: 100 }
  const END: Detection = { type: 'speech-end', at: 900 }

  it('lets the light detector decide until the model is loaded, and after a failure', () => {
    const { detector, light, tells, hears, sent } = withWorker()
    light.finds(START, END)
    expect(hears(10)).toEqual([START, END])
    tells({ type: 'ready' })
    hears(10)
    light.finds({ ...START, at: 30 })
    expect(hears(10)).toEqual([])
    // Nothing is lost: the sound that is going on may be speech.
    tells({ type: 'broken' })
    expect(hears(10)).toEqual([{ ...START, at: 30 }])
    light.finds(END)
    expect(hears(10)).toEqual([END])
    const samples = sent.filter(({ type }) => type === 'samples').length
    detector.reset()
    hears(10)
    expect(sent.filter(({ type }) => type === 'samples')).toHaveLength(samples)
  })

  it('leaves a sound that is going on when the model is loaded to the light detector', () => {
    const { light, tells, hears } = withWorker()
    light.finds(START)
    expect(hears(10)).toEqual([START])
    tells({ type: 'ready' })
    hears(10)
    light.finds(END)
    expect(hears(10)).toEqual([END])
  })

  it('detects speech if there is a voice and it is as loud as the speaker', () => {
    const { light, hears, judges } = createLoadedDetector()
    // A fan: loud, but no voice.
    light.finds({ type: 'speech-start', at: 0 })
    for (let window = 0; window < 10; window += 1) {
      expect(hears(30)).toEqual([])
      judges(0.1, 1)
    }
    // A voice in front of it; its end is known after 200 ms.
    judges(0.9, 10)
    expect(hears(10)).toEqual([{ type: 'speech-start', at: 320 }])
    judges(0.1, 7)
    expect(hears(10)).toEqual([{ type: 'speech-end', at: 640 }])
  })

  it('says that a sound may be speech until the model has judged it, or should have', () => {
    const { detector, light, hears, judges } = createLoadedDetector()
    expect(detector.mayHearSpeech?.()).toBe(false)
    light.suspects(true)
    expect(detector.mayHearSpeech?.()).toBe(true)
    light.suspects(false)
    light.finds({ type: 'speech-start', at: 0 })
    hears(10)
    expect(detector.mayHearSpeech?.()).toBe(true)
    judges(0.1, 10)
    hears(310)
    expect(detector.mayHearSpeech?.()).toBe(false)
    judges(0.9, 2)
    expect(hears(10).map(({ type }) => type)).toEqual(['speech-start'])
    expect(detector.mayHearSpeech?.()).toBe(false)
  })

  it('does not extend speech by voices in the background', () => {
    const { light, hears, judges } = createLoadedDetector()
    judges(0.9, 40)
    hears(1_280)
    light.finds({ type: 'speech-start', at: 1_270 })
    expect(hears(10)).toEqual([{ type: 'speech-start', at: 1_270 }])
    light.finds({ type: 'speech-end', at: 2_000 })
    expect(hears(10)).toEqual([{ type: 'speech-end', at: 2_000 }])
    judges(0.9, 20)
    expect(hears(640)).toEqual([])
  })

  it('takes the earlier onset of one sound, and calls short speech a misfire', () => {
    const { light, hears, judges } = createLoadedDetector()
    judges(0.1, 8)
    judges(0.9, 2)
    hears(320)
    light.finds({ type: 'speech-start', at: 200 })
    expect(hears(10)).toEqual([{ type: 'speech-start', at: 200 }])
    light.finds({ type: 'speech-end', at: 340 })
    expect(hears(10)).toEqual([{ type: 'misfire', at: 340 }])
  })

  it('keeps a sound of which the model recognized only a short part', () => {
    const { light, hears, judges } = createLoadedDetector()
    light.finds({ type: 'speech-start', at: 100 })
    hears(200)
    judges(0.1, 6)
    judges(0.9, 2)
    expect(hears(60)).toEqual([{ type: 'speech-start', at: 100 }])
    judges(0.1, 7)
    expect(hears(10)).toEqual([{ type: 'speech-end', at: 256 }])
  })

  it('accepts loud sound that the model has not judged after 300 ms, and is not ended by its late results', () => {
    const { light, hears, judges } = createLoadedDetector()
    light.finds({ type: 'speech-start', at: 0 })
    expect(hears(290)).toEqual([])
    expect(hears(20)).toEqual([{ type: 'speech-start', at: 0 }])
    light.finds({ type: 'speech-end', at: 310 })
    light.finds({ type: 'speech-start', at: 1_000 })
    expect(hears(1_000).map(({ type }) => type)).toEqual(['speech-end', 'speech-start'])
    judges(0.9, 10)
    judges(0.1, 7)
    expect(hears(10)).toEqual([])
    light.finds({ type: 'speech-end', at: 1_800 })
    expect(hears(10)).toEqual([{ type: 'speech-end', at: 1_800 }])
  })

  it.each([
    ['takes more than a quarter of the time', 9, true],
    ['takes less', 7, false],
  ])('with a model that %s for a window: %#', (_name, tookMs, isTooSlow) => {
    const { hears, judges, tooSlow, worker } = createLoadedDetector()
    for (let window = 0; window < 124; window += 1) {
      judges(0.1, 1, tookMs)
      hears(32)
    }
    expect(tooSlow()).toBe(0)
    judges(0.1, 1, tookMs)
    hears(32)
    expect([tooSlow(), worker.isTerminated()]).toEqual(isTooSlow ? [1, true] : [0, false])
  })

  it('gives up a model whose results are late for three seconds', () => {
    const { light, hears, tooSlow } = createLoadedDetector()
    hears(3_400)
    expect(tooSlow()).toBe(0)
    light.finds({ type: 'speech-start', at: 3_300 })
    hears(200)
    expect(tooSlow()).toBe(1)
    light.finds(END)
    expect(hears(10)).toEqual([END])
  })

  it('discards results for audio before a reset', () => {
    const { detector, light, tells, hears } = createLoadedDetector()
    detector.reset()
    light.finds({ type: 'speech-start', at: 0 })
    for (let window = 0; window < 5; window += 1)
      tells({ type: 'window', run: 1, probability: 0.9, tookMs: 1 })
    expect(hears(10)).toEqual([])
  })
})

async function stretchesIn(samples: Int16Array, silero: Awaited<ReturnType<typeof loadSilero>>) {
  const judge = new SpeechJudge()
  const detections: Detection[] = []
  for (let position = 0; position + WINDOW_SAMPLES <= samples.length; position += WINDOW_SAMPLES) {
    const detection = judge.judge(
      await silero.probabilityOf(samples.subarray(position, position + WINDOW_SAMPLES)),
    )
    if (detection) detections.push(detection)
  }
  return detections.flatMap(({ type, at }, index) =>
    type === 'speech-end' ? [{ from: detections[index - 1]?.at ?? 0, to: at }] : [],
  )
}

/** A light detector that the test controls, and a model whose results the test gives. */
function withWorker() {
  const sent: SileroRequest[] = []
  let [isTerminated, isSuspected, tooSlow, run] = [false, false, 0, 0]
  let tell: ((event: { readonly data: SileroReport }) => void) | undefined
  let pendingDetections: Detection[] = []
  const light: Detector = {
    push: () => pendingDetections.splice(0),
    mayHearSpeech: () => isSuspected,
    reset: () => void (pendingDetections = []),
  }
  const detector = createSileroDetector(
    {
      postMessage(message) {
        sent.push(message)
        run = message.run
      },
      addEventListener: (_type, listener) => void (tell = listener),
      terminate: () => void (isTerminated = true),
    },
    light,
    () => void (tooSlow += 1),
  )
  const tells = (data: SileroReport) => tell?.({ data })
  return {
    detector,
    sent,
    tells,
    light: {
      finds: (...detections: Detection[]) => void pendingDetections.push(...detections),
      suspects: (isSuspecting: boolean) => void (isSuspected = isSuspecting),
    },
    worker: { isTerminated: () => isTerminated },
    tooSlow: () => tooSlow,
    /** Pushes frames of 10 ms; the last one may be shorter. */
    hears: (ms: number): Detection[] => {
      const all: Detection[] = []
      for (let index = 0; index < ms; index += 10)
        all.push(...detector.push(new Int16Array(16 * Math.min(10, ms - index))))
      return all
    },
    judges: (probability: number, windows: number, tookMs = 1): void => {
      for (let window = 0; window < windows; window += 1) tells({ type: 'window', run, probability, tookMs })
    },
  }
}

function createLoadedDetector() {
  const made = withWorker()
  made.tells({ type: 'ready' })
  made.hears(0.0625)
  return made
}
