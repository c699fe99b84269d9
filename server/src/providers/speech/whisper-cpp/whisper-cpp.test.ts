import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordingOf } from '../../../../../fakes/speech-models/index.ts'
import { startWhisperServer, type WhisperServer } from '../../../../../fakes/whisper-cpp/index.ts'
import type { SttRequest } from '../stt.ts'
import { createWhisperProgramStt, findModel } from './whisper-program.ts'
import { createWhisperServerStt } from './whisper-server.ts'

const FAKE = join(import.meta.dirname, '../../../../../fakes/whisper-cpp')
const never = () => new AbortController().signal
const said = async (changes: Partial<SttRequest> = {}): Promise<SttRequest> => ({
  audio: await recordingOf('good morning'),
  container: 'wav',
  language: undefined,
  prompt: undefined,
  caller: 'ann',
  ...changes,
})

describe('the server of whisper.cpp', () => {
  let server: WhisperServer
  beforeEach(async () => {
    server = await startWhisperServer()
  })
  afterEach(() => server.close())
  const stt = () => createWhisperServerStt({ url: server.url, timeoutMs: 5_000 })

  it.each([
    [undefined, 'auto'],
    ['de-DE', 'de'],
    ['not a tag', 'auto'],
  ])('is requested in the language of %s', async (language, expected) => {
    await stt().transcribe(await said({ language, prompt: 'Vee, Nerf' }), never())
    expect(Object.fromEntries(server.forms[0] ?? [])).toMatchObject({
      language: expected,
      response_format: 'verbose_json',
      prompt: 'Vee, Nerf',
      file: { name: 'utterance.wav' },
    })
  })

  it('returns one line and the language as a code', async () => {
    expect(await stt().transcribe(await said({ language: 'de' }), never())).toMatchObject({
      text: 'Guten Morgen.',
      language: 'de',
    })
  })

  it.each([
    [500, '{"error":"failed to process audio"}', 'unavailable'],
    [503, '{"error":"Service Unavailable"}', 'unavailable'],
    [400, '{"error":"failed to read audio data"}', 'refused'],
    [200, '<html>', 'broken'],
    [200, '{"code":0,"data":[]}', 'broken'],
  ])('fails for %s %s as %s', async (status, body, kind) => {
    server.respond(status, body)
    await expect(stt().transcribe(await said(), never())).rejects.toMatchObject({
      kind,
      provider: 'whisper-server',
    })
  })

  it('is available while it transcribes, and not after it has ended', async () => {
    server.hang()
    const abort = new AbortController()
    const running = stt().transcribe(await said(), abort.signal)
    running.catch(() => undefined)
    expect(await stt().availability()).toMatchObject({ available: true })
    abort.abort()
    server.close()
    expect(await stt().availability()).toMatchObject({ available: false, hint: /whisper-server/ })
  })

  it('is distinguished from another server on that port', async () => {
    // llama.cpp, Open WebUI and many others listen on 8080 too, and have a page at `/`.
    const other = createServer((_, response) => response.writeHead(200).end('<title>llama.cpp</title>'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    expect(await createWhisperServerStt({ url, timeoutMs: 5_000 }).availability()).toMatchObject({
      available: false,
    })
    other.close()
  })
})

const program = (changes: Partial<Parameters<typeof createWhisperProgramStt>[0]> = {}) =>
  createWhisperProgramStt({
    searchPath: FAKE,
    modelFile: undefined,
    folders: [FAKE],
    threads: 2,
    timeLimitMs: 5_000,
    ...changes,
  })

describe('whisper-cli', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vee-whisper-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('is unavailable without the program, and without a model', async () => {
    expect(await program({ searchPath: folder }).availability()).toMatchObject({
      available: false,
      reason: expect.stringContaining('not installed') as string,
    })
    expect(await program({ folders: [folder] }).availability()).toMatchObject({
      available: false,
      envVar: 'WHISPER_CPP_MODEL',
    })
    expect(await program({ modelFile: join(folder, 'none.bin') }).availability()).toMatchObject({
      available: false,
    })
    await expect(program({ folders: [folder] }).transcribe(await said(), never())).rejects.toMatchObject({
      kind: 'unavailable',
    })
  })

  it('transcribes in the language of the request', async () => {
    expect(await program().transcribe(await said({ language: 'de-DE' }), never())).toMatchObject({
      text: 'Guten Morgen.',
      language: 'de',
    })
    expect(await program().transcribe(await said(), never())).toMatchObject({
      text: 'Good morning.',
      language: null,
    })
  })

  it('requests only English from an English model', async () => {
    const modelFile = join(folder, 'ggml-base.en.bin')
    await writeFile(modelFile, 'no model')
    const english = program({ modelFile })
    await english.availability()
    expect(english.languages).toEqual(['en'])
    expect(await english.transcribe(await said({ language: 'de' }), never())).toMatchObject({
      text: 'Good morning.',
      language: 'en',
    })
  })

  it('kills a program that writes without end', async () => {
    await writeFile(join(folder, 'whisper-cli'), '#!/bin/sh\nexec cat /dev/zero\n', { mode: 0o755 })
    await expect(program({ searchPath: folder }).transcribe(await said(), never())).rejects.toMatchObject({
      kind: 'broken',
      message: 'whisper.cpp wrote too much.',
    })
  })

  it('finds the smallest multilingual model, and none for voice activity', async () => {
    const sizes = { 'ggml-tiny.en.bin': 1, 'ggml-small.bin': 3, 'ggml-base.bin': 2, 'ggml-silero-v5.bin': 1 }
    for (const [name, size] of Object.entries(sizes)) await writeFile(join(folder, name), '.'.repeat(size))
    expect(await findModel([folder, join(folder, 'none')])).toBe(join(folder, 'ggml-base.bin'))
  })
})
