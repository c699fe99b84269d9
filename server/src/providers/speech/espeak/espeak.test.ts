import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { TtsRequest } from '../tts.ts'
import { createEspeakTts } from './espeak-tts.ts'
import { findProgram } from '../../program/find-program.ts'

const searchPath = process.env['PATH'] ?? ''
const isInstalled = (await findProgram('espeak-ng', searchPath)) !== undefined
const request: TtsRequest = {
  text: 'Good morning.',
  providerVoiceId: 'en-us',
  speed: 1,
  format: 'pcm',
  caller: 'ann',
  language: 'en',
}
const never = () => new AbortController().signal

async function soundOf(audio: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of audio) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const folders: string[] = []
afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })))
})

/** Creates a folder with a stand-in for the program, for the tests of hangs and failures. */
async function withProgram(script: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vee-espeak-'))
  folders.push(folder)
  await writeFile(join(folder, 'espeak-ng'), `#!${process.execPath}\n${script}`)
  await chmod(join(folder, 'espeak-ng'), 0o755)
  return folder
}

describe('espeak-ng where it is not installed', () => {
  const tts = createEspeakTts({ searchPath: '/nowhere:/neither', timeLimitMs: 1000 })

  it('reports that it is not installed and how to install it', async () => {
    expect(await tts.availability()).toMatchObject({
      available: false,
      reason: expect.stringContaining('not installed') as string,
    })
  })

  it('fails as unavailable', async () => {
    await expect(tts.synthesize(request, never())).rejects.toMatchObject({
      kind: 'unavailable',
      provider: 'espeak',
    })
  })
})

// Without the program, only the test of the missing program above can run.
describe.runIf(isInstalled)('espeak-ng', () => {
  const tts = createEspeakTts({ searchPath, timeLimitMs: 10_000 })

  it('speaks as 24 kHz PCM', async () => {
    const pcm = await soundOf(await tts.synthesize(request, never()))
    const seconds = pcm.length / 2 / 24_000
    const loudest = new Int16Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.length)).reduce(
      (most, s) => Math.max(most, s),
      0,
    )
    expect(seconds).toBeGreaterThan(0.5)
    expect(seconds).toBeLessThan(3)
    expect(loudest).toBeGreaterThan(3000)
  })

  it('speaks as WAV', async () => {
    const wav = await soundOf(await tts.synthesize({ ...request, format: 'wav' }, never()))
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF')
    expect(wav.readUInt32LE(24)).toBe(24_000)
  })

  it('speaks faster at a higher speed', async () => {
    const [slow, fast] = await Promise.all(
      [0.5, 2].map(async (speed) => soundOf(await tts.synthesize({ ...request, speed }, never()))),
    )
    expect(slow?.length).toBeGreaterThan((fast?.length ?? 0) * 1.8)
  })

  it('speaks text that looks like arguments or commands', async () => {
    for (const text of ['-w /tmp/x.wav', '$(touch /tmp/vee)', '[[h@loU]] \u0001 9 10', '--version']) {
      expect((await soundOf(await tts.synthesize({ ...request, text }, never()))).length).toBeGreaterThan(
        10_000,
      )
    }
  })

  it('rejects an unknown voice', async () => {
    await expect(tts.synthesize({ ...request, providerVoiceId: 'none' }, never())).rejects.toMatchObject({
      provider: 'espeak',
    })
  })

  it('offers one or two voices of each language, the interface languages among them', async () => {
    const voices = await tts.voices()
    const perLanguage = Map.groupBy(voices, ({ lang }) => new Intl.Locale(lang).language)
    expect([...perLanguage.keys()].slice(0, 9)).toEqual([
      'en',
      'es',
      'fr',
      'de',
      'it',
      'pt',
      'ja',
      'ko',
      'zh',
    ])
    expect(Math.max(...[...perLanguage.values()].map((list) => list.length))).toBeLessThanOrEqual(2)
    expect(new Set(voices.map(({ id }) => id)).size).toBe(voices.length)
    expect(voices.filter(({ isDefault }) => isDefault)).toMatchObject([
      { id: 'espeak_en-us', name: 'English (United States)' },
    ])
    expect(perLanguage.get('fr')?.[0]?.lang).toBe('fr-FR')
  })
})

describe('a program that misbehaves', () => {
  const hang = 'setInterval(() => {}, 1000)'

  it('is killed at the time limit', async () => {
    const tts = createEspeakTts({ searchPath: await withProgram(hang), timeLimitMs: 200 })
    await expect(tts.synthesize(request, never())).rejects.toMatchObject({ kind: 'timeout' })
  })

  it('is killed when the caller aborts, and makes room for the next', async () => {
    const tts = createEspeakTts({ searchPath: await withProgram(hang), timeLimitMs: 60_000, maxRunning: 1 })
    const [first, second] = [new AbortController(), new AbortController()]
    const outcomes = [tts.synthesize(request, first.signal), tts.synthesize(request, second.signal)]
    first.abort()
    await expect(outcomes[0]).rejects.toMatchObject({ kind: 'cut' })
    second.abort()
    await expect(outcomes[1]).rejects.toMatchObject({ provider: 'espeak' })
  })

  it('is distinguished from a program that works', async () => {
    const broken = await withProgram(
      'process.stdout.write("no sound at all, but more than forty-four characters")',
    )
    await expect(
      createEspeakTts({ searchPath: broken, timeLimitMs: 5000 }).synthesize(request, never()),
    ).rejects.toMatchObject({ kind: 'broken' })
    const failing = await withProgram('process.exit(3)')
    await expect(
      createEspeakTts({ searchPath: failing, timeLimitMs: 5000 }).synthesize(request, never()),
    ).rejects.toMatchObject({ kind: 'broken' })
  })

  it("does not receive the server's environment", async () => {
    const folder = await withProgram('process.exit(Object.keys(process.env).length > 1 ? 9 : 8)')
    await expect(
      createEspeakTts({ searchPath: folder, timeLimitMs: 5000 }).synthesize(request, never()),
    ).rejects.toMatchObject({
      message: 'eSpeak NG ended with code 8.',
    })
  })
})
