import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CAPTURE_SAMPLE_RATE, FRAME_SAMPLES } from '../capture/frames.ts'
import { type Detection, END_KNOWN_AFTER_MS, sensitivityOfThreshold } from './detector.ts'
import { createEnergyDetector } from './energy-detector.ts'

/** Made by `npm run audio`: the sounds, and where in them somebody speaks, in ms. */
const CORPUS = join(import.meta.dirname, '../../../../e2e/audio/corpus')
const TRUTH = JSON.parse(readFileSync(join(CORPUS, 'truth.json'), 'utf8')) as {
  readonly name: string
  readonly speech: readonly { readonly from: number; readonly to: number }[]
}[]
const WAV_HEADER_BYTES = 44

function samplesOf(name: string): Int16Array {
  const file = readFileSync(join(CORPUS, `${name}.wav`))
  return new Int16Array(file.buffer.slice(file.byteOffset + WAV_HEADER_BYTES, file.byteOffset + file.length))
}

function replay(samples: Int16Array, sensitivityDb = -50): Detection[] {
  const detector = createEnergyDetector({ sensitivityDb })
  const found: Detection[] = []
  for (let at = 0; at < samples.length; at += FRAME_SAMPLES)
    found.push(...detector.push(samples.subarray(at, at + FRAME_SAMPLES)))
  return found
}

/** Where speech was found. Sounds nearer to each other than the silence that makes an end known are one. */
function stretchesOf(found: readonly Detection[]) {
  const stretches: { from: number; to: number }[] = []
  let from: number | undefined
  for (const { type, at } of found) {
    if (type === 'speech-start') from = at
    else if (from !== undefined && type === 'speech-end') stretches.push({ from, to: at })
  }
  return stretches
}

/** Errors of one sound, in ms; a pause within what somebody says may be found or not. */
function judge({ name, speech }: (typeof TRUTH)[number]) {
  const found = stretchesOf(replay(samplesOf(name)))
  const errors = { falseStarts: 0, missed: 0, lateStart: 0, earlyStart: 0, cutOff: 0, lateEnd: 0 }
  for (const { from, to } of found)
    if (!speech.some((said) => from < said.to && to > said.from)) errors.falseStarts += 1
  for (const said of speech) {
    const own = found.filter(({ from, to }) => from < said.to && to > said.from)
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last) errors.missed += 1
    else {
      errors.lateStart = Math.max(errors.lateStart, first.from - said.from)
      errors.earlyStart = Math.max(errors.earlyStart, said.from - first.from)
      const nextBegins = speech.find(({ from }) => from > said.from)?.from ?? Infinity
      const isJoined = nextBegins - said.to < END_KNOWN_AFTER_MS + 150
      if (!isJoined) errors.lateEnd = Math.max(errors.lateEnd, last.to - said.to)
      errors.cutOff = Math.max(errors.cutOff, said.to - last.to)
    }
  }
  return errors
}

/**
 * A cough as long as a word is one to who knows nothing but loudness: what is heard of it holds no words, and takes no turn.
 * Silero tells them apart.
 */
const FALSE_STARTS: Readonly<Record<string, number>> = { 'long-coughs': 2 }

describe('the light detector', () => {
  it.each(TRUTH)('finds what is said in $name', (sound) => {
    const errors = judge(sound)
    expect(errors).toMatchObject({ falseStarts: FALSE_STARTS[sound.name] ?? 0, missed: 0 })
    // The first consonant may be softer than the room; the recording's pre-roll of 300 ms holds it.
    expect(errors.lateStart).toBeLessThanOrEqual(120)
    expect(errors.earlyStart).toBeLessThanOrEqual(10)
    expect(errors.cutOff).toBeLessThanOrEqual(10)
    expect(errors.lateEnd).toBeLessThanOrEqual(20)
  })

  it('does not hear a voice that is softer than the sensitivity allows', () => {
    expect(replay(samplesOf('soft'), sensitivityOfThreshold(1))).toEqual([])
    expect(replay(samplesOf('soft'), sensitivityOfThreshold(0.15))).not.toEqual([])
  })

  it('calls a sound that is too short for speech a misfire', () => {
    const samples = samplesOf('english').slice(0, 0.6 * CAPTURE_SAMPLE_RATE)
    const short = new Int16Array(2 * CAPTURE_SAMPLE_RATE)
    short.set(samples)
    expect(replay(short).map(({ type }) => type)).toEqual(['speech-start', 'misfire'])
  })
})

/** Six voices at once, looped to a length in samples. */
function babble(length: number): Float64Array {
  const mixed = new Float64Array(length)
  for (const [index, name] of ['german', 'french', 'spanish', 'italian', 'portuguese', 'korean'].entries()) {
    const voice = samplesOf(name)
    for (let at = 0; at < length; at += 1)
      mixed[at] = (mixed[at] ?? 0) + (voice[(at + index * 5_000) % voice.length] ?? 0)
  }
  return mixed
}

const rmsOf = (samples: ArrayLike<number>) => {
  let squares = 0
  for (let at = 0; at < samples.length; at += 1) squares += (samples[at] ?? 0) ** 2
  return Math.sqrt(squares / samples.length)
}

describe('in a room where others talk', () => {
  const [speech] = TRUTH.find(({ name }) => name === 'long')?.speech ?? []
  const perMs = CAPTURE_SAMPLE_RATE / 1_000

  it.each([-20, -15, -12])('finds the end of the speaker above voices at %s dB', (decibels) => {
    if (!speech) throw new Error('the corpus has changed')
    const speaker = samplesOf('long').subarray(speech.from * perMs, speech.to * perMs)
    const lead = 2_000 * perMs
    const others = babble(lead + speaker.length + 8_000 * perMs)
    const gain = (rmsOf(speaker) / rmsOf(others)) * 10 ** (decibels / 20)
    const room = Int16Array.from(others, (other, at) => gain * other + (speaker[at - lead] ?? 0))
    const endsAt = (lead + speaker.length) / perMs
    const after = replay(room).filter(({ at }) => at > endsAt - 300)
    expect(after[0]).toMatchObject({ type: 'speech-end' })
    expect(after[0]?.at).toBeLessThan(endsAt + 300)
    // Long enough for a turn to be sent.
    expect(after.find(({ type }) => type === 'speech-start')?.at ?? Infinity).toBeGreaterThan(endsAt + 1_500)
  })

  it('detects a speaker who becomes much softer, after a while', () => {
    const speaker = samplesOf('long')
    const soft = Int16Array.from(speaker, (sample) => sample / 6)
    const pause = new Int16Array(9_000 * perMs)
    const samples = new Int16Array(speaker.length + pause.length + soft.length)
    samples.set(speaker)
    samples.set(soft, speaker.length + pause.length)
    const softFrom = (speaker.length + pause.length) / perMs
    expect(replay(samples).some(({ type, at }) => type === 'speech-start' && at > softFrom)).toBe(true)
  })
})
