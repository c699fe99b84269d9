import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { wavHeader } from '@vee/contract/audio/wav-header'
import { wavOf } from '#domain/voice/speech/fixtures/sounds.ts'
import { startModelHub, type ModelHub } from '../../../../../fakes/model-hub/index.ts'
import {
  encodedRecording,
  recordingOf,
  WORDS_FOLDER,
  wordsModel,
  type WordsModel,
} from '../../../../../fakes/speech-models/index.ts'
import { ProviderFailure } from '../../failure.ts'
import type { SttRequest } from '../stt.ts'
import type { SttStream, SttStreamEvent } from '../stt-stream.ts'
import { findProgram } from '../../program/find-program.ts'
import type { DecodeJob } from './jobs.ts'
import type { SpeechWorker } from './speech-worker.ts'
import { createFfmpegDecoder } from './ffmpeg.ts'
import { createLocalStt } from './local-stt.ts'
import { RedecodingStream } from './local-stt-stream.ts'
import { createModelStore, type ModelStore } from '../../local-models/model-store.ts'
import { decodeWorker, processWorker, withoutFfmpeg } from './fixtures/process-worker.ts'

let words: WordsModel
let hub: ModelHub
let directory: string
let models: ModelStore
beforeAll(async () => {
  words = await wordsModel()
  hub = await startModelHub(words.hubFiles)
})
afterAll(() => hub.close())
beforeEach(async () => {
  hub.reset()
  directory = await mkdtemp(join(tmpdir(), 'vee-models-'))
  models = createModelStore({ directory, hub: hub.url })
})
afterEach(() => rm(directory, { recursive: true }))

/** Differs from that of other files. */
const ENGINE_THREADS = 2
const worker = processWorker({ engineThreads: ENGINE_THREADS })
const decoder = decodeWorker()
const provider = (mayFetch = true, ffmpeg = withoutFfmpeg) =>
  createLocalStt({ model: words.entry, models, worker, decodeWorker: decoder, ffmpeg, mayFetch })

/** A WAV of 8 kB a second. */
const smallWav = (seconds: number) => wavOf({ seconds, sampleRate: 8_000, encoding: 'u8', loudness: 0.2 })

const said = (audio: Uint8Array, language = 'en'): SttRequest => ({
  audio,
  container: 'wav',
  language,
  prompt: undefined,
  caller: 'ann',
})
const aac = () => readFile(join(WORDS_FOLDER, 'recordings', 'good-morning-aac.mp4'))
const FAKE_FFMPEG = join(import.meta.dirname, '../../../../../fakes/ffmpeg')
const hasFfmpeg = (await findProgram('ffmpeg', process.env['PATH'] ?? '')) !== undefined

/** Returns the id of the process that `worker` started last. Threads with other test files have the same parent. */
const enginePid = () =>
  execFileSync('pgrep', ['-f', '-P', String(process.pid), 'speech.worker'])
    .toString()
    .trim()
    .split('\n')
    .map(Number)
    .findLast((pid) => environmentOf(pid).includes(`"engineThreads":${ENGINE_THREADS}`))
/** Returns nothing for a process that has just ended. */
function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return ''
  }
}
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

  it('remembers a hub that cannot be reached, until a person asks for the download', async () => {
    hub.fail({ hangs: true })
    await expect(models.install(words.entry)).rejects.toMatchObject({ kind: 'hub-unreachable' })
    hub.reset()
    const { preparable } = provider()
    preparable?.prepare('en')
    expect(preparable?.preparation('en')).toMatchObject({
      state: 'failed',
      reason: 'The model hub cannot be reached.',
    })
    expect(hub.ranges).toEqual([])
    preparable?.prepare('en', true)
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

  it('decodes a small file in the worker if it becomes a large one', async () => {
    let decoded = 0
    const counting = {
      run: ((job, options) => {
        decoded += 1
        return decoder.run(job as DecodeJob, options)
      }) as SpeechWorker['run'],
    }
    const local = createLocalStt({
      model: words.entry,
      models,
      worker,
      decodeWorker: counting,
      ffmpeg: withoutFfmpeg,
      mayFetch: true,
    })
    models.prepare(words.entry)
    await vi.waitFor(() => expect(models.preparation(words.entry)).toBeUndefined())
    await local.transcribe(said(smallWav(20)), never())
    expect(decoded).toBe(0)
    await local.transcribe(said(smallWav(40)), never())
    expect(decoded).toBe(1)
  })

  it('transcribes a long recording in pieces', async () => {
    const text = 'good morning'
    const recording = await recordingOf(text)
    const silence = Buffer.alloc(16_000 * 2 * 12)
    const pcm = Buffer.concat(
      Array.from({ length: 6 }, () => Buffer.concat([recording.subarray(44), silence])),
    )
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
    const recording = await recordingOf('good morning')
    const silence = Buffer.alloc(16_000 * 2 * 12)
    const pcm = Buffer.concat(
      Array.from({ length: 5 }, () => Buffer.concat([recording.subarray(44), silence])),
    )
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
    const recording = await recordingOf('good morning')
    expect((await transcribeSamples(recording)).text).toBe('good morning')
    const child = enginePid() ?? Number.NaN
    process.kill(child, 'SIGSTOP')
    const running = transcribeSamples(recording).catch((error: unknown) => error)
    // The job is sent within this turn of the loop, and a stopped process cannot finish it.
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    process.kill(child, 'SIGKILL')
    expect(await running).toMatchObject({ kind: 'unavailable' })
    expect((await transcribeSamples(recording)).text).toBe('good morning')
    expect(enginePid()).not.toBe(child)
  })

  it('reports that a damaged model failed', async () => {
    const [file] = words.entry.files
    await writeFile(join(directory, 'words', file?.path ?? ''), Buffer.alloc(file?.size ?? 0))
    await expect(transcribeSamples(await recordingOf('hello'))).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

async function openStream(signal = never()) {
  await models.install(words.entry)
  const stream = provider().streaming?.open({ language: 'en', prompt: undefined, caller: 'ann' }, signal)
  if (!stream) throw new Error('no stream')
  return stream
}

/** Returns these recordings one after the other as PCM, each with silence after it. */
async function pcmOf(texts: readonly string[], silenceSeconds: number): Promise<Buffer> {
  const recordings = await Promise.all(texts.map((text) => recordingOf(text)))
  const silence = Buffer.alloc(silenceSeconds * 32_000)
  return Buffer.concat(recordings.flatMap((recording) => [silence, recording.subarray(44), silence]))
}

describe('words while one speaks', () => {
  const FRAME_BYTES = 1_280
  /** Pushes the audio; waits at times, as a speaker does, so that words so far can be transcribed. */
  async function speak(stream: SttStream, pcm: Buffer): Promise<void> {
    for (let index = 0; index < pcm.length; index += FRAME_BYTES) {
      stream.push(pcm.subarray(index, index + FRAME_BYTES))
      if ((index / FRAME_BYTES) % 10 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  }

  it('are those of the growing segment, and final at its end', async () => {
    await models.install(words.entry)
    const decode = async (samples: Int16Array) => {
      const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
      const wav = Buffer.concat([new Uint8Array(wavHeader(bytes.length, 16_000)), bytes])
      const { text } = await provider().transcribe(said(wav), never())
      return { text, language: 'en' }
    }
    const stream = new RedecodingStream({ decode, isIdle: () => true, expectedMs: () => 0 }, never())
    const events: SttStreamEvent[] = []
    const reading = (async () => {
      for await (const event of stream.events) events.push(event)
    })()
    const hasTail = () => events.some((event) => event.type === 'words' && event.tail !== '')
    await speak(stream, await pcmOf(['good morning'], 0.4))
    // A pause, until the words so far are transcribed.
    while (!hasTail()) await speak(stream, Buffer.alloc(320))
    await speak(stream, await pcmOf(['what time is it'], 0.4))
    stream.finish()
    await reading
    const first = events.find((event) => event.type === 'words' && event.tail !== '')
    expect(first).toMatchObject({ type: 'words', final: '', tail: expect.stringMatching(/^good/) })
    const finals = events.flatMap((event) => (event.type === 'words' ? event.final : ''))
    expect(finals.join('')).toBe('good morning what time is it')
    expect(events.at(-1)).toEqual({ type: 'flushed' })
  })

  it('are final at a pause of a long utterance, and continue after it', async () => {
    const stream = await openStream()
    const long = await pcmOf(
      Array.from({ length: 6 }, () => 'good morning'),
      0.4,
    )
    await speak(stream, long)
    await speak(stream, await pcmOf(['thank you'], 0.4))
    stream.finish()
    const finals: string[] = []
    for await (const event of stream.events)
      if (event.type === 'words' && event.final !== '') finals.push(event.final)
    expect(finals.length).toBeGreaterThan(1)
    expect(finals.join('')).toBe(`${'good morning '.repeat(6)}thank you`)
  })

  it('are none for silence', async () => {
    const stream = await openStream()
    stream.push(new Uint8Array(32_000))
    stream.flush(true)
    stream.finish()
    const events: SttStreamEvent[] = []
    for await (const event of stream.events) events.push(event)
    expect(events).toEqual([{ type: 'flushed' }, { type: 'flushed' }])
  })

  it('end without a failure when the stream is aborted', async () => {
    const abort = new AbortController()
    const stream = await openStream(abort.signal)
    await speak(stream, await pcmOf(['good morning'], 0.4))
    stream.flush(true)
    abort.abort()
    const events: SttStreamEvent[] = []
    for await (const event of stream.events) events.push(event)
    expect(events.filter(({ type }) => type === 'flushed')).toEqual([])
  })
})
