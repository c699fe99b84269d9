import { expect, it } from 'vitest'
import { SPEECH_SAMPLE_RATE } from '../playback/pcm-decoder.ts'
import { isPlausibleSpeech, MIN_SPEECH_BYTES } from './plausible-speech.ts'

function pcm(sampleAt: (index: number) => number): Uint8Array {
  const samples = Int16Array.from({ length: MIN_SPEECH_BYTES / 2 }, (_, index) => sampleAt(index) * 0x7fff)
  return new Uint8Array(samples.buffer)
}

/** A fixed sequence, so that the test is the same every time. */
function randomBytes(length: number): Uint8Array {
  let seed = 7
  return Uint8Array.from({ length }, () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) >> 16)
}

it.each([
  ['a loud vowel', (index: number) => 0.9 * Math.sin((2 * Math.PI * 200 * index) / SPEECH_SAMPLE_RATE)],
  ['a sibilant', (index: number) => 0.1 * Math.sin((2 * Math.PI * 7_000 * index) / SPEECH_SAMPLE_RATE)],
  ['leading silence', () => 0],
])('accepts %s', (_, sampleAt) => expect(isPlausibleSpeech(pcm(sampleAt))).toBe(true))

it.each([
  ['too little', randomBytes(40)],
  ['random bytes', randomBytes(9_600)],
  ['an HTML page', new TextEncoder().encode(`<!doctype html>${'<p>Bad gateway</p>'.repeat(400)}`)],
  ['JSON', new TextEncoder().encode(`{"error":"${'x'.repeat(6_000)}"}`)],
  ['a WAV file', new TextEncoder().encode(`RIFF${'\0'.repeat(6_000)}`)],
])('rejects %s', (_, bytes) => expect(isPlausibleSpeech(bytes)).toBe(false))
