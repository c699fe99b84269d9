import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MAX_REALTIME_INPUT_SECONDS } from '@vee/contract/openai-realtime/realtime-limits'
import { createPcmResampler } from '#providers/sound/resample.ts'
import { InputAudio, type InputAudioEvent } from './input-audio.ts'

const CORPUS = join(import.meta.dirname, '../../../../../e2e/audio/corpus')
const WAV_HEADER_BYTES = 44
const BYTES_PER_MS = 48

/** Returns a recording of the corpus as 24 kHz PCM, with silence after it. */
function recording(name: string, silenceMs = 2_000): Buffer {
  const file = readFileSync(join(CORPUS, `${name}.wav`)).subarray(WAV_HEADER_BYTES)
  const samples = new Int16Array(file.buffer.slice(file.byteOffset, file.byteOffset + file.length))
  const pcm = createPcmResampler(16_000, 24_000).push(samples)
  return Buffer.concat([Buffer.from(pcm.buffer), Buffer.alloc(silenceMs * BYTES_PER_MS)])
}

function turnsIn(pcm: Buffer, blockMs: number, options: object = {}): InputAudioEvent[] {
  const input = new InputAudio()
  input.setTurnDetection({ type: 'server_vad', ...options })
  const events: InputAudioEvent[] = []
  for (let index = 0; index < pcm.length; index += blockMs * BYTES_PER_MS)
    events.push(...input.append(pcm.subarray(index, index + blockMs * BYTES_PER_MS)))
  return events
}

const TRUTH = JSON.parse(readFileSync(join(CORPUS, 'truth.json'), 'utf8')) as {
  readonly name: string
  readonly speech: readonly { readonly from: number; readonly to: number }[]
}[]

it.each(['english', 'german', 'japanese'])('finds the turn in %s speech', (name) => {
  const speech = TRUTH.find((sample) => sample.name === name)?.speech ?? []
  const events = turnsIn(recording(name), 20, { silence_duration_ms: 1_500 })
  expect(events.map(({ type }) => type)).toEqual(['speech-started', 'speech-stopped'])
  const [started, stopped] = events
  expect(Math.abs((started?.atMs ?? 0) - ((speech[0]?.from ?? 0) - 300))).toBeLessThan(130)
  expect(Math.abs((stopped?.atMs ?? 0) - (speech.at(-1)?.to ?? 0))).toBeLessThan(60)
  // The padding, the speech, and a little of the silence.
  const length = stopped?.type === 'speech-stopped' ? stopped.pcm.length / BYTES_PER_MS : 0
  expect(length).toBeCloseTo((stopped?.atMs ?? 0) - (started?.atMs ?? 0) + 200, -1)
})

it('finds the same turns, however the audio is split', () => {
  const pcm = Buffer.concat([recording('english'), recording('german')])
  const events = turnsIn(pcm, 20)
  expect(events.length).toBeGreaterThanOrEqual(4)
  expect(turnsIn(pcm, 7)).toEqual(events)
  expect(turnsIn(pcm, 60_000)).toEqual(events)
})

it('ignores silence and clicks', () => {
  const click = Buffer.alloc(60 * BYTES_PER_MS)
  for (let index = 0; index < click.length; index += 2)
    click.writeInt16LE(Math.round(9_000 * Math.sin(index / 24)), index)
  const pcm = Buffer.concat([Buffer.alloc(BYTES_PER_MS * 1_000), click, Buffer.alloc(BYTES_PER_MS * 2_000)])
  expect(turnsIn(pcm, 20)).toEqual([])
})

it('keeps little while nobody speaks', () => {
  const input = new InputAudio()
  input.setTurnDetection({ type: 'semantic_vad' })
  for (let second = 0; second < 300; second += 1) input.append(Buffer.alloc(BYTES_PER_MS * 1_000))
  expect(input.keptBytes).toBeLessThan(BYTES_PER_MS * 2_000)
})

it('ends a turn that is longer than the limit', () => {
  const speech = recording('long', 0)
  const input = new InputAudio()
  input.setTurnDetection({ type: 'server_vad', silence_duration_ms: 10_000 })
  const events: InputAudioEvent[] = []
  for (let ms = 0; ms < (MAX_REALTIME_INPUT_SECONDS + 30) * 1_000; ms += speech.length / BYTES_PER_MS)
    events.push(...input.append(speech))
  const stopped = events.find(({ type }) => type === 'speech-stopped')
  expect(stopped).toMatchObject({ atMs: expect.closeTo(MAX_REALTIME_INPUT_SECONDS * 1_000, -3.5) })
})

it('leaves everything to the client without turn detection, up to the limit', () => {
  const input = new InputAudio()
  const minute = Buffer.alloc(BYTES_PER_MS * 60_000)
  expect(input.append(minute)).toEqual([])
  expect(input.append(minute)).toEqual([])
  expect(input.hasRoom(2)).toBe(false)
  expect(input.takeAudio()).toHaveLength(minute.length * 2)
  expect(input.keptBytes).toBe(0)
  expect(input.hasRoom(2)).toBe(true)
})
