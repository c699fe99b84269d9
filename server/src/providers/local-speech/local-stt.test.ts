import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { wavOf } from '#domain/voice/speech/fixtures/sounds.ts'
import { startModelHub, type ModelHub } from '../../../../fakes/model-hub/index.ts'
import {
  encodedRecording,
  recordingOf,
  WORDS_FOLDER,
  wordsModel,
  type WordsModel,
} from '../../../../fakes/speech-models/index.ts'
import { ProviderFailure } from '../failure.ts'
import type { SttRequest } from '../speech/stt.ts'
import { findProgram } from '../program/find-program.ts'
import { createFfmpegDecoder } from './ffmpeg.ts'
import { createLocalStt } from './local-stt.ts'
import { createSpeechModels, type SpeechModels } from './speech-models.ts'
import { decodeWorker, processWorker, withoutFfmpeg } from './fixtures/process-worker.ts'

let words: WordsModel
let hub: ModelHub
let directory: string
let models: SpeechModels
beforeAll(async () => {
  words = await wordsModel()
  hub = await startModelHub(words.hubFiles)
})
afterAll(() => hub.close())
beforeEach(async () => {
  hub.reset()
  directory = await mkdtemp(join(tmpdir(), 'vee-models-'))
  models = createSpeechModels({ directory, hub: hub.url })
})
afterEach(() => rm(directory, { recursive: true }))

const worker = processWorker()
const decoder = decodeWorker()
const provider = (mayFetch = true, ffmpeg = withoutFfmpeg) =>
  createLocalStt({ model: words.entry, models, worker, decoder, ffmpeg, mayFetch })

const said = (audio: Uint8Array, language = 'en'): SttRequest => ({
  audio,
  container: 'wav',
  language,
  prompt: undefined,
  caller: 'ann',
})
const aac = () => readFile(join(WORDS_FOLDER, 'recordings', 'good-morning-aac.mp4'))
const FAKE_FFMPEG = join(import.meta.dirname, '../../../../fakes/ffmpeg')
const hasFfmpeg = (await findProgram('ffmpeg', process.env['PATH'] ?? '')) !== undefined

/** Returns the id of the process that `worker` started. */
const enginePid = () =>
  Number(
    execFileSync('pgrep', ['-f', '-P', String(process.pid), 'speech.worker'])
      .toString()
      .trim()
      .split('\n')
      .at(-1),
  )
const never = () => new AbortController().signal
const transcribeSamples = async (audio: Uint8Array, language?: string) =>
  provider().transcribe(said(audio, language), never())

describe('a model that is not installed yet', () => {
  it('is needed, then fetched, then there', async () => {
    const { preparable } = provider()
    expect(preparable?.preparation('en')).toMatchObject({ state: 'needed', name: 'Words' })
    preparable?.prepare('en')
    expect(preparable?.preparation('en')).toMatchObject({ state: 'running' })
    await models.install(words.entry)
    expect(preparable?.preparation('en')).toBeUndefined()
  })

  it('reports why the download failed, and is retried on the next request', async () => {
    hub.fail({ sendsOtherBytes: true })
    await expect(models.install(words.entry)).rejects.toMatchObject({ kind: 'wrong-hash' })
    const { preparable } = provider()
    expect(preparable?.preparation('en')).toMatchObject({
      state: 'failed',
      reason: 'What the model hub sent is not this model.',
    })
    hub.reset()
    preparable?.prepare('en')
    await models.install(words.entry)
    expect(preparable?.preparation('en')).toBeUndefined()
  })

  it('makes the provider unavailable where the host has to download it', async () => {
    expect(await provider(false).availability()).toMatchObject({ available: false, envVar: 'LOCAL_SPEECH' })
    await models.install(words.entry)
    expect(await provider(false).availability()).toMatchObject({ available: true })
  })

  it('is downloaded again when one of its files is missing', async () => {
    await models.install(words.entry)
    await rm(join(directory, 'words', 'tokens.txt'))
    expect(provider().preparable?.preparation('en')).toMatchObject({ state: 'needed' })
    await models.install(words.entry)
    expect((await transcribeSamples(await recordingOf('hello'))).text).toBe('hello')
  })
})

describe('local transcription', () => {
  beforeEach(() => models.install(words.entry))

  it.each([
    ['en', 'what time is it'],
    ['en', 'thank you'],
    ['de', 'guten morgen'],
    ['ja', 'こんにちは'],
  ])('transcribes %s: %s', async (language, text) => {
    const { text: segments, durationSeconds } = await transcribeSamples(await recordingOf(text), language)
    expect(segments).toBe(text)
    expect(durationSeconds).toBeGreaterThan(0.3)
  })

  it('transcribes ten users at the same time, each with their own words', async () => {
    const sentences = ['hello', 'thank you', 'what time is it', 'good morning', 'yes please']
    const recordings = await Promise.all(sentences.map((text) => recordingOf(text)))
    const people = [...recordings, ...recordings]
    const segments = await Promise.all(
      people.map((audio, person) =>
        provider().transcribe({ ...said(audio), caller: `person ${person}` }, never()),
      ),
    )
    expect(segments.map(({ text }) => text)).toEqual([...sentences, ...sentences])
  })

  it('transcribes a long recording in pieces', async () => {
    const text = 'good morning'
    const one = await recordingOf(text)
    const silence = Buffer.alloc(16_000 * 2 * 12)
    const pcm = Buffer.concat(Array.from({ length: 6 }, () => Buffer.concat([one.subarray(44), silence])))
    const header = Buffer.from(wavOf({ seconds: 1 }).subarray(0, 44))
    header.writeUInt32LE(pcm.length, 40)
    const { text: segments } = await transcribeSamples(Buffer.concat([header, pcm]))
    expect(segments).toBe(Array.from({ length: 6 }, () => text).join(' '))
  })

  it.each(['webm', 'ogg', 'mp4', 'mp3'] as const)('hears %s', async (container) => {
    const audio = await encodedRecording(container)
    const { text, durationSeconds } = await provider().transcribe({ ...said(audio), container }, never())
    expect(text).toBe('good morning')
    expect(durationSeconds).toBeGreaterThan(0.5)
    expect(durationSeconds).toBeLessThan(2)
  })

  it('transcribes MP4 with AAC where ffmpeg is installed, and does not offer it elsewhere', async () => {
    const without = provider()
    await without.availability()
    expect(without.codecs).toEqual(['pcm', 'opus', 'mp3'])
    const request = { ...said(await aac()), container: 'mp4' } as const
    await expect(without.transcribe(request, never())).rejects.toMatchObject({ kind: 'unreadable' })

    const stt = provider(true, createFfmpegDecoder(FAKE_FFMPEG, 5_000))
    await stt.availability()
    expect(stt.codecs).toContain('aac')
    expect((await stt.transcribe(request, never())).text).toBe('good morning')
    const damaged = { ...request, audio: Buffer.from('no sound at all, but more than forty-four characters') }
    await expect(stt.transcribe(damaged, never())).rejects.toMatchObject({ kind: 'unreadable' })
  })

  // The stand-in verifies the call; the program itself verifies the arguments where it is installed.
  it.runIf(hasFfmpeg)('transcribes MP4 with AAC by the installed ffmpeg', async () => {
    const stt = provider(true, createFfmpegDecoder(process.env['PATH'] ?? '', 20_000))
    await stt.availability()
    expect((await stt.transcribe({ ...said(await aac()), container: 'mp4' }, never())).text).toBe(
      'good morning',
    )
  })

  it('transcribes a WAV of a minute, which is decoded in the thread', async () => {
    const one = await recordingOf('good morning')
    const silence = Buffer.alloc(16_000 * 2 * 12)
    const pcm = Buffer.concat(Array.from({ length: 5 }, () => Buffer.concat([one.subarray(44), silence])))
    const header = Buffer.from(wavOf({ seconds: 1 }).subarray(0, 44))
    header.writeUInt32LE(pcm.length, 40)
    const long = Buffer.concat([header, pcm])
    expect(long.length).toBeGreaterThan(1024 * 1024)
    const { text, durationSeconds } = await transcribeSamples(long)
    expect(text).toBe(Array.from({ length: 5 }, () => 'good morning').join(' '))
    expect(durationSeconds).toBeGreaterThan(60)
  })

  it.each(['wav', 'webm', 'ogg', 'mp4', 'mp3'] as const)(
    'cannot read a text that claims to be %s',
    async (container) => {
      const audio = Buffer.from('no sound at all, but more than forty-four characters')
      await expect(provider().transcribe({ ...said(audio), container }, never())).rejects.toMatchObject({
        kind: 'unreadable',
      })
      // The workers continue.
      expect((await transcribeSamples(await recordingOf('hello'))).text).toBe('hello')
    },
  )

  it('finishes with a model that is removed in the middle, and needs it again afterwards', async () => {
    const stt = provider()
    const recording = await recordingOf('thank you')
    const running = ['ann', 'bob', 'eve'].map((caller) =>
      stt.transcribe({ ...said(recording), caller }, never()).then(
        ({ text }) => text,
        (error: unknown) => (error instanceof ProviderFailure ? error.kind : error),
      ),
    )
    await models.remove(words.entry)
    // Each has the loaded model, or fails in a way that keeps the recording.
    for (const outcome of await Promise.all(running)) expect(['thank you', 'unavailable']).toContain(outcome)
    expect(stt.preparable?.preparation('en')).toMatchObject({ state: 'needed' })
    await models.install(words.entry)
    expect((await transcribeSamples(recording)).text).toBe('thank you')
  })

  it('fails when the engine’s process is killed, as when the memory is full, and continues in a new one', async () => {
    const one = await recordingOf('good morning')
    expect((await transcribeSamples(one)).text).toBe('good morning')
    const child = enginePid()
    process.kill(child, 'SIGSTOP')
    const running = transcribeSamples(one).catch((error: unknown) => error)
    // The job is sent within this turn of the loop, and a stopped process cannot finish it.
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    process.kill(child, 'SIGKILL')
    expect(await running).toMatchObject({ kind: 'unavailable' })
    expect((await transcribeSamples(one)).text).toBe('good morning')
    expect(enginePid()).not.toBe(child)
  })

  it('reports that a damaged model failed', async () => {
    const [file] = words.entry.files
    await writeFile(join(directory, 'words', file?.path ?? ''), Buffer.alloc(file?.size ?? 0))
    await expect(transcribeSamples(await recordingOf('hello'))).rejects.toMatchObject({ kind: 'unavailable' })
  })
})
