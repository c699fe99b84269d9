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
      const found = await stretchesIn(samplesOf(name), silero)
      errors.falseStarts += found.filter(
        ({ from, to }) => !speech.some((s) => from < s.to && to > s.from),
      ).length
      for (const said of speech) {
        const own = found.filter(({ from, to }) => from < said.to && to > said.from)
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

  it('uses the other detector until it is loaded, and after a failure', () => {
    const { detector, tells, sent } = withWorker()
    expect(detector.push(new Int16Array(640))).toEqual([{ type: 'speech-start', at: 1 }])
    tells({ type: 'ready' })
    expect(detector.push(new Int16Array(640))).toEqual([])
    tells({ type: 'found', run: 1, detection: { type: 'speech-start', at: 32 } })
    expect(detector.push(new Int16Array(640))).toEqual([{ type: 'speech-start', at: 32 }])
    tells({ type: 'broken' })
    expect(detector.push(new Int16Array(640))).toEqual([{ type: 'speech-start', at: 1 }])
    expect(sent.filter(({ type }) => type === 'samples')).toHaveLength(4)
  })

  it('discards detections in audio before a reset', () => {
    const { detector, tells } = withWorker()
    tells({ type: 'ready' })
    detector.reset()
    tells({ type: 'found', run: 1, detection: { type: 'speech-end', at: 99 } })
    expect(detector.push(new Int16Array(640))).toEqual([])
  })
})

async function stretchesIn(samples: Int16Array, silero: Awaited<ReturnType<typeof loadSilero>>) {
  const judge = new SpeechJudge()
  const found: Detection[] = []
  for (let at = 0; at + WINDOW_SAMPLES <= samples.length; at += WINDOW_SAMPLES) {
    const detection = judge.judge(await silero.probabilityOf(samples.subarray(at, at + WINDOW_SAMPLES)))
    if (detection) found.push(detection)
  }
  return found.flatMap(({ type, at }, index) =>
    type === 'speech-end' ? [{ from: found[index - 1]?.at ?? 0, to: at }] : [],
  )
}

function withWorker() {
  const sent: SileroRequest[] = []
  let tell: ((event: { readonly data: SileroReport }) => void) | undefined
  const meanwhile: Detector = { push: () => [{ type: 'speech-start', at: 1 }], reset: () => undefined }
  const detector = createSileroDetector(
    {
      postMessage: (message) => void sent.push(message),
      addEventListener: (_type, listener) => void (tell = listener),
      terminate: () => undefined,
    },
    meanwhile,
  )
  return { detector, sent, tells: (data: SileroReport) => tell?.({ data }) }
}
