import { describe, expect, it } from 'vitest'
import { SPEECH_PCM_SAMPLE_RATE } from '@vee/contract/http/speech'
import { SPEECH_WORKER } from '#lib/project-files.ts'
import type { TtsRequest } from '../tts.ts'
import { createFliteTts } from './flite.ts'
import { createSpeechWorker } from './speech-worker.ts'

const worker = createSpeechWorker({
  isolation: 'thread',
  program: SPEECH_WORKER,
  engineThreads: 1,
  timeLimitMs: 20_000,
  idleMs: 60_000,
  maxWaiting: 4,
})
const flite = createFliteTts(worker)

const request: TtsRequest = {
  text: 'Good morning. It is ten past nine.',
  providerVoiceId: 'slt',
  speed: 1,
  format: 'pcm',
  language: 'en',
  caller: 'ann',
}
const never = () => new AbortController().signal

async function soundOf(asked: Partial<TtsRequest>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await flite.synthesize({ ...request, ...asked }, never())) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const secondsOf = (pcm: Buffer) => pcm.length / 2 / SPEECH_PCM_SAMPLE_RATE

function loudnessOf(pcm: Buffer): number {
  const samples = Array.from({ length: pcm.length / 2 }, (_, i) => pcm.readInt16LE(i * 2) / 32_768)
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length)
}

describe('Flite', () => {
  it('speaks English with the files of its package', async () => {
    const pcm = await soundOf({})
    expect(secondsOf(pcm)).toBeGreaterThan(1.5)
    expect(secondsOf(pcm)).toBeLessThan(4)
    expect(loudnessOf(pcm)).toBeGreaterThan(0.02)
  })

  it('speaks faster on request', async () => {
    const [normal, fast] = [await soundOf({}), await soundOf({ speed: 2 })]
    expect(secondsOf(fast) / secondsOf(normal)).toBeCloseTo(0.5, 1)
  })

  it('writes a WAV with its header first', async () => {
    const wav = await soundOf({ format: 'wav' })
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF')
    expect(wav.readUInt32LE(24)).toBe(SPEECH_PCM_SAMPLE_RATE)
  })

  it.each([
    ['a text that looks like an option', '--voice /etc/passwd'],
    ['accents and typographic quotes', 'Café “Zoë” isn’t naïve.'],
    ['null characters', 'one\0two'],
  ])('speaks %s', async (_, text) => {
    expect(secondsOf(await soundOf({ text }))).toBeGreaterThan(0.3)
  })

  it('reports a text without a readable word as empty', async () => {
    await expect(flite.synthesize({ ...request, text: '「」…' }, never())).rejects.toMatchObject({
      kind: 'empty',
    })
  })

  it('stops for a caller that aborts, and speaks for the next', async () => {
    const gone = new AbortController()
    const outcome = flite.synthesize(request, gone.signal)
    gone.abort()
    await expect(outcome).rejects.toMatchObject({ kind: 'cut' })
    expect(secondsOf(await soundOf({}))).toBeGreaterThan(1)
  })
})
