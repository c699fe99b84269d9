import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WAV_HEADER_BYTES } from '@vee/contract/audio/wav-header'
import type { Behaviour, BehaviourName } from '../fakes/upstream/index.ts'
import type { RecordedRequest } from '../fakes/upstream/recorded-request.ts'

interface Sentence {
  readonly text: string
  /** seconds of the file */
  readonly from: number
  readonly to: number
  /** which marks its end, in Hz */
  readonly tone: number
}

/** The sentences in e2e/audio/meeting.wav. */
export const SENTENCES = JSON.parse(
  readFileSync(join(import.meta.dirname, 'audio/meeting.json'), 'utf8'),
) as readonly Sentence[]

const WINDOW_SECONDS = 0.03
/** Minimum share of the tone in a window's energy: a voice distributes its energy over many frequencies. */
const TONE_SHARE = 0.5

/**
 * A transcriber that analyses the audio: it returns the sentences whose final tones it detects, in order, so
 * that the text shows anything lost, duplicated or out of order. With `failsEvery`, every n-th call fails.
 */
export function meetingEar({ failsEvery = Infinity } = {}) {
  let calls = 0
  return {
    calls: () => calls,
    listen({ body }: Pick<RecordedRequest, 'body'>): Behaviour | BehaviourName {
      calls += 1
      if (calls % failsEvery === 0) return 'server-error'
      const from = body.indexOf('RIFF')
      return from === -1 ? 'bad-request' : { text: sentencesIn(body.subarray(from)).join(' ') }
    },
  }
}

function sentencesIn(wav: Buffer): readonly string[] {
  const rate = wav.readUInt32LE(24)
  const samples = new Float64Array(wav.readUInt32LE(40) / 2)
  for (const index of samples.keys()) samples[index] = wav.readInt16LE(WAV_HEADER_BYTES + index * 2) / 0x8000
  const size = Math.round(rate * WINDOW_SECONDS)
  const found = new Set<Sentence>()
  for (let position = 0; position + size <= samples.length; position += Math.round(size / 2)) {
    const part = samples.subarray(position, position + size)
    for (const sentence of SENTENCES)
      if (shareOf(part, sentence.tone / rate) > TONE_SHARE) found.add(sentence)
  }
  return [...found].map(({ text }) => text)
}

/** Returns the share of a tone, in cycles per sample, in the energy of these samples (Goertzel algorithm). */
function shareOf(samples: Float64Array, cycles: number): number {
  const factor = 2 * Math.cos(2 * Math.PI * cycles)
  let before = 0
  let last = 0
  let energy = 0
  for (const sample of samples) {
    const next = sample + factor * last - before
    before = last
    last = next
    energy += sample * sample
  }
  if (energy < 1e-4) return 0
  return ((before * before + last * last - factor * before * last) * 2) / (samples.length * energy)
}
