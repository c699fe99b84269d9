import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { CAPTURE_SAMPLE_RATE } from '../capture/frames.ts'
import { FEATURE_FRAMES, logMelOf } from './log-mel.ts'
import { loadTurnModel } from './turn-model.ts'

const MODEL = new Uint8Array(
  readFileSync(join(import.meta.dirname, '../../../../fakes/turn-model/model.onnx')),
)
const OTHER_MODEL = new Uint8Array(
  readFileSync(
    join(dirname(createRequire(import.meta.url).resolve('@ricky0123/vad-web')), 'silero_vad_v5.onnx'),
  ),
)

/** Two seconds of a tone and the pause after it. */
function turnOf(hertz: number): Int16Array {
  return Int16Array.from({ length: 2.2 * CAPTURE_SAMPLE_RATE }, (_, index) =>
    index < 2 * CAPTURE_SAMPLE_RATE
      ? 8_000 * Math.sin((2 * Math.PI * hertz * index) / CAPTURE_SAMPLE_RATE)
      : 0,
  )
}

/** What the model of the tests computes from the features. */
function expectedOf(samples: Int16Array): number {
  const features = logMelOf(samples)
  const meanOf = (from: number, to: number) => {
    let sum = 0
    for (let band = from; band < to; band += 1)
      for (let frame = 720; frame < 780; frame += 1) sum += features[band * FEATURE_FRAMES + frame] ?? 0
    return sum / ((to - from) * 60)
  }
  return 1 / (1 + Math.exp(-8 * (meanOf(0, 30) - meanOf(30, 80))))
}

it('returns the probability of a model file for the end of the audio', async () => {
  const model = await loadTurnModel(MODEL)
  const [low, high] = [turnOf(200), turnOf(3_000)]
  expect(await model.probabilityOf(low)).toBeCloseTo(expectedOf(low), 4)
  expect(await model.probabilityOf(high)).toBeCloseTo(expectedOf(high), 4)
  expect(await model.probabilityOf(low)).toBeGreaterThan(0.8)
  expect(await model.probabilityOf(high)).toBeLessThan(0.5)
})

it('rejects files that are no such model', async () => {
  await expect(loadTurnModel(OTHER_MODEL)).rejects.toThrow('input_features')
  await expect(loadTurnModel(MODEL.slice(0, 300))).rejects.toThrow('protobuf')
})
