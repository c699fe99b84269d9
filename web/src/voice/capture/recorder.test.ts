import { describe, expect, it } from 'vitest'
import { CAPTURE_SAMPLE_RATE, type Frame, FRAME_MS, FRAME_SAMPLES } from './frames.ts'
import { createRecorder } from './recorder.ts'

/** frames of pre-roll that are included: 300 ms */
const PRE_ROLL = 300 / FRAME_MS

function frame(value: number, level = 0.1): Frame {
  return { samples: new Int16Array(FRAME_SAMPLES).fill(value), level, capturedAt: 0 }
}

async function samplesOf(audio: Blob): Promise<Int16Array> {
  return new Int16Array((await audio.arrayBuffer()).slice(44))
}

describe('the recorder', () => {
  it('writes a WAV file with a valid header', async () => {
    const recorder = createRecorder()
    recorder.begin()
    recorder.push(frame(7))
    const { audio, durationSeconds } = recorder.finish()
    const view = new DataView(await audio.arrayBuffer())
    const text = (offset: number) => String.fromCharCode(...new Uint8Array(view.buffer, offset, 4))
    expect([text(0), text(8), text(12), text(36)]).toEqual(['RIFF', 'WAVE', 'fmt ', 'data'])
    expect(view.getUint32(4, true)).toBe(view.byteLength - 8)
    expect([view.getUint16(20, true), view.getUint16(22, true)]).toEqual([1, 1])
    expect(view.getUint32(24, true)).toBe(CAPTURE_SAMPLE_RATE)
    expect(view.getUint32(40, true)).toBe(FRAME_SAMPLES * 2)
    expect(audio.type).toBe('audio/wav')
    expect(durationSeconds).toBeCloseTo(FRAME_MS / 1_000)
  })

  it('includes at most 300 ms before its start', async () => {
    const recorder = createRecorder()
    for (let index = 0; index < 50; index++) recorder.push(frame(index))
    recorder.begin()
    recorder.push(frame(50))
    const samples = await samplesOf(recorder.finish().audio)
    expect(samples.length).toBe((PRE_ROLL + 1) * FRAME_SAMPLES)
    expect(samples[0]).toBe(50 - PRE_ROLL)
    expect(samples.at(-1)).toBe(50)
  })

  it('preserves the order and every sample of a long recording', async () => {
    const recorder = createRecorder()
    recorder.begin()
    for (let index = 0; index < 1_000; index++) recorder.push(frame(index))
    const { audio, durationSeconds } = recorder.finish()
    const samples = await samplesOf(audio)
    expect(durationSeconds).toBe(FRAME_MS)
    expect(samples.length).toBe(FRAME_MS * CAPTURE_SAMPLE_RATE)
    expect(samples.filter((_, index) => index % FRAME_SAMPLES === 0)).toEqual(
      Int16Array.from({ length: 1_000 }, (_, index) => index),
    )
  })

  it('returns the level of its loudest frame, including the pre-roll', () => {
    const recorder = createRecorder()
    recorder.push(frame(0, 0.4))
    recorder.begin()
    recorder.push(frame(0, 0.2))
    expect(recorder.finish().loudestLevel).toBe(0.4)
  })

  it('reports every included frame, the pre-roll first', () => {
    const recorder = createRecorder()
    const told: number[] = []
    for (let index = 0; index < 50; index++) recorder.push(frame(index))
    recorder.begin(({ samples }) => told.push(samples[0] ?? -1))
    recorder.push(frame(50))
    recorder.begin(() => told.push(99))
    expect(told).toEqual(Array.from({ length: PRE_ROLL + 1 }, (_, index) => 50 - PRE_ROLL + index))
  })
})
