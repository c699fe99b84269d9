import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sha256, startModelHub, type ModelHub } from '../../../../../fakes/model-hub/index.ts'
import type { TtsRequest } from '../tts.ts'
import { createLocalTts, ttsSentencesOf } from './local-tts.ts'
import { createModelStore, type ModelStore } from '../../local-models/model-store.ts'
import { processWorker } from './fixtures/process-worker.ts'
import type { VoiceModel } from './voice-models.ts'

const TONES = join(import.meta.dirname, '../../../../../fakes/speech-models/tones')
/** Samples of the tones model at 16 kHz: each character and each gap around one. */
const SAMPLES_PER_TOKEN = 640

let hub: ModelHub
let tones: VoiceModel
let directory: string
let models: ModelStore
beforeAll(async () => {
  const files = await Promise.all(
    ['model.onnx', 'tokens.txt'].map(async (path) => ({ path, bytes: await readFile(join(TONES, path)) })),
  )
  hub = await startModelHub(
    Object.fromEntries(files.map(({ path, bytes }) => [`vee/tones/resolve/test/${path}`, bytes])),
  )
  tones = {
    id: 'tones',
    name: 'Tones',
    licence: 'MIT',
    commercialUse: 'allowed',
    repository: 'vee/tones',
    revision: 'test',
    files: files.map(({ path, bytes }) => ({ path, size: bytes.length, sha256: sha256(bytes) })),
    voices: [
      { id: 'one', name: 'One', lang: 'en-US', speaker: 0 },
      { id: 'eins', name: 'Eins', lang: 'de-DE', speaker: 0 },
    ],
    speeds: { slowest: 0.25, fastest: 4 },
    engine: { kind: 'vits', model: 'model.onnx', tokens: 'tokens.txt' },
  }
})
afterAll(() => hub.close())
beforeEach(async () => {
  hub.reset()
  directory = await mkdtemp(join(tmpdir(), 'vee-voices-'))
  models = createModelStore({ directory, hub: hub.url })
})
afterEach(() => rm(directory, { recursive: true }))

const worker = processWorker()
const provider = () => createLocalTts({ catalogue: [tones], models, worker })
const never = () => new AbortController().signal
const request = (changes: Partial<TtsRequest> = {}): TtsRequest => ({
  text: 'abc',
  providerVoiceId: 'tones/one',
  speed: 1,
  format: 'pcm',
  language: 'en',
  caller: 'ann',
  ...changes,
})

async function soundOf(changes: Partial<TtsRequest> = {}): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await provider().synthesize(request(changes), never())) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const secondsOf = (pcm: Buffer) => pcm.length / 2 / 24_000
const secondsOfCharacters = (count: number) => ((2 * count + 1) * SAMPLES_PER_TOKEN) / 16_000

/** Energy at a frequency in PCM of 24 kHz (Goertzel), relative to that of a pure tone. */
function shareOf(hertz: number, pcm: Buffer): number {
  let [real, imaginary, energy] = [0, 0, 0]
  const count = pcm.length / 2
  for (let index = 0; index < count; index++) {
    const sample = pcm.readInt16LE(index * 2) / 32_768
    const angle = (2 * Math.PI * hertz * index) / 24_000
    real += sample * Math.cos(angle)
    imaginary += sample * Math.sin(angle)
    energy += sample ** 2
  }
  return (2 * (real ** 2 + imaginary ** 2)) / (count * energy)
}

describe('a voice model that is not there', () => {
  it('offers no voice, and reports which model to download for a language that it speaks', async () => {
    expect(await provider().availability()).toMatchObject({ available: false })
    expect(await provider().voices()).toEqual([])
    const { preparable } = provider()
    expect(preparable?.preparation('de-DE')).toMatchObject({ state: 'needed', name: 'Tones' })
    expect(preparable?.preparation('ko')).toBeUndefined()
  })

  it('offers its voices after the download', async () => {
    provider().preparable?.prepare('en')
    await models.install(tones)
    expect(provider().preparable?.preparation('en')).toBeUndefined()
    expect(await provider().availability()).toMatchObject({ available: true })
    expect(await provider().voices()).toMatchObject([
      { id: 'local_tones/one', lang: 'en-US', isDefault: true },
      { id: 'local_tones/eins', lang: 'de-DE', isDefault: false },
    ])
  })

  it('is rejected with instructions to download it', async () => {
    await expect(soundOf()).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('npm run models -- add tones') as string,
    })
  })
})

describe('local speech', () => {
  beforeEach(() => models.install(tones))

  it('speaks each character as its tone, as PCM of 24 kHz', async () => {
    const pcm = await soundOf({ text: 'mmmm' })
    expect(secondsOf(pcm)).toBeCloseTo(secondsOfCharacters(4), 3)
    // `m` is token 13: 200 + 13 · 40 Hz.
    const oneTone = pcm.subarray(2 * 960 + 200, 4 * 960 - 200)
    expect(shareOf(720, oneTone)).toBeGreaterThan(0.9)
    expect(shareOf(1_000, oneTone)).toBeLessThan(0.1)
  })

  it('speaks as WAV with one header for all sentences', async () => {
    const wav = await soundOf({ text: 'abc. def.', format: 'wav' })
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF')
    expect(wav.readUInt32LE(24)).toBe(24_000)
    expect(wav.indexOf('RIFF', 4, 'latin1')).toBe(-1)
    expect(wav.subarray(44)).toEqual(await soundOf({ text: 'abc. def.' }))
  })

  it.each([0.25, 0.5, 2, 4])('speaks at %f times the speed', async (speed) => {
    const text = 'thespeedofspeech'
    expect(secondsOf(await soundOf({ text, speed }))).toBeCloseTo(secondsOfCharacters(text.length) / speed, 1)
  })

  it('sends the first sentence before the second is synthesized', async () => {
    const audio = await provider().synthesize(request({ text: 'One. Two. Three.' }), never())
    const chunks: number[] = []
    for await (const chunk of audio) chunks.push(chunk.length)
    expect(chunks.length).toBeGreaterThanOrEqual(3)
    expect(Math.max(...chunks)).toBeLessThan(0.5 * chunks.reduce((sum, length) => sum + length, 0))
  })

  it('stops between sentences when the caller aborts', async () => {
    const leave = new AbortController()
    const audio = await provider().synthesize(request({ text: 'One. Two. Three.' }), leave.signal)
    leave.abort()
    const read = async () => {
      for await (const chunk of audio) expect(chunk.length).toBeGreaterThan(0)
    }
    await expect(read()).rejects.toMatchObject({ kind: 'cut' })
  })

  it('fails for text that the model cannot pronounce, and speaks the next', async () => {
    await expect(soundOf({ text: '漢字' })).rejects.toMatchObject({ kind: 'unavailable' })
    expect(secondsOf(await soundOf())).toBeGreaterThan(0.1)
  })

  it('produces no audio without letters', async () => {
    await expect(soundOf({ text: '… !' })).rejects.toMatchObject({ kind: 'empty' })
  })

  it('rejects an unknown voice', async () => {
    await expect(soundOf({ providerVoiceId: 'tones/two' })).rejects.toMatchObject({ kind: 'refused' })
  })

  it('survives a model whose file was damaged', async () => {
    const [file] = tones.files
    await writeFile(join(directory, 'tones', file?.path ?? ''), Buffer.alloc(file?.size ?? 0))
    await expect(soundOf()).rejects.toMatchObject({ kind: 'unavailable' })
  })

  it('reports how to continue when the model was removed while in use', async () => {
    await soundOf()
    await models.remove(tones)
    await expect(soundOf()).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('npm run models') as string,
    })
  })
})

describe('sentencesOf', () => {
  it('omits sentences without a letter or digit, and control characters', () => {
    expect(ttsSentencesOf('Hello there. Good\u0000bye!', 'en-US')).toEqual(['Hello there.', 'Good bye!'])
    expect(ttsSentencesOf('… !', 'en-US')).toEqual([])
  })

  it('splits a long sentence at commas and keeps all of its words', () => {
    const words = Array.from({ length: 200 }, (_, index) => `word${index}${index % 7 === 0 ? ',' : ''}`)
    const sentences = ttsSentencesOf(words.join(' '), 'en-US')
    expect(sentences.join(' ')).toBe(words.join(' '))
    expect(Math.max(...sentences.map(({ length }) => length))).toBeLessThanOrEqual(300)
  })

  it('cuts a long run without spaces between two characters', () => {
    const sentences = ttsSentencesOf('𠮷'.repeat(400), 'zh-CN')
    expect(sentences.join('')).toBe('𠮷'.repeat(400))
    expect(sentences.every((sentence) => sentence.isWellFormed())).toBe(true)
  })
})
