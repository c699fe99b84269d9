import { describe, expect, it } from 'vitest'
import { ProviderFailure } from '../server/src/providers/failure.ts'
import type { SttProvider, SttRequest } from '../server/src/providers/speech/stt.ts'
import type { TtsProvider, TtsRequest } from '../server/src/providers/speech/tts.ts'
import type { WordTime } from '@vee/contract/http/speech'
import { recordingOf } from './speech-models/index.ts'

const never = () => new AbortController().signal
/** Must not appear in any failure. */
const SECRET_WORDS = 'words that must not reach a log'
const PCM_RATE = 24_000

const failureOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => undefined,
    (error: unknown) => error,
  )

const expectFailure = (error: unknown) => {
  expect(error).toBeInstanceOf(ProviderFailure)
  expect(String(error)).not.toContain(SECRET_WORDS)
}

export interface SttSuiteSubject {
  /** a provider that transcribes the recording of “good morning” */
  readonly create: () => SttProvider | Promise<SttProvider>
  /** The same provider, whose transcriptions never end. Absent where the engine cannot be interrupted. */
  readonly createHanging?: (timeoutMs: number) => SttProvider | Promise<SttProvider>
}

const recording = async (changes: Partial<SttRequest> = {}): Promise<SttRequest> => ({
  audio: await recordingOf('good morning'),
  container: 'wav',
  language: 'en',
  prompt: SECRET_WORDS,
  caller: 'ann',
  ...changes,
})

/** Tests of every transcription provider. */
export function describeSttProvider(name: string, subject: SttSuiteSubject): void {
  describe(`${name}, as a provider of transcription`, () => {
    it('is available and reads WAV, which the web client sends', async () => {
      const provider = await subject.create()
      expect(await provider.availability()).toMatchObject({ available: true })
      expect(provider.containers).toContain('wav')
    })

    it('transcribes a recording into one line', async () => {
      const { text, language } = await (await subject.create()).transcribe(await recording(), never())
      expect(text).toMatch(/^good morning\.?$/i)
      expect(language).toSatisfy((code) => code === null || /^[a-z]{2}$/.test(String(code)))
    })

    it('serves several callers at the same time', async () => {
      const provider = await subject.create()
      const texts = await Promise.all(
        ['ann', 'bob', 'eve'].map(async (caller) =>
          provider.transcribe(await recording({ caller }), never()),
        ),
      )
      for (const { text } of texts) expect(text).toMatch(/^good morning/i)
    })

    it('does nothing for a caller that has aborted', async () => {
      const provider = await subject.create()
      const error = await failureOf(provider.transcribe(await recording(), AbortSignal.abort()))
      expectFailure(error)
      expect((await provider.transcribe(await recording(), never())).text).toMatch(/^good morning/i)
    })

    it("returns no text, or a failure without the caller's data, for bytes that are no audio", async () => {
      const provider = await subject.create()
      const audio = new TextEncoder().encode('no sound at all, but more than forty-four characters')
      const outcome = await provider.transcribe(await recording({ audio }), never()).then(
        ({ text }) => text,
        (error: unknown) => error,
      )
      if (typeof outcome !== 'string') expectFailure(outcome)
    })

    const { createHanging } = subject
    if (!createHanging) return

    it('stops for a caller that aborts, and makes room for the next', async () => {
      const provider = await createHanging(60_000)
      for (const _ of [1, 2]) {
        const abort = new AbortController()
        const outcome = failureOf(provider.transcribe(await recording(), abort.signal))
        setImmediate(() => abort.abort())
        expectFailure(await outcome)
      }
    })

    it('stops at the time limit', async () => {
      const provider = await createHanging(200)
      const error = await failureOf(provider.transcribe(await recording(), never()))
      expectFailure(error)
      expect(error).toMatchObject({ kind: 'timeout' })
    })
  })
}

export interface TtsSuiteSubject {
  readonly create: () => TtsProvider | Promise<TtsProvider>
  /** as that of SttSuiteSubject */
  readonly createHanging?: (timeoutMs: number) => TtsProvider | Promise<TtsProvider>
  /** whether the provider knows all of its voices; a service validates an unknown one itself */
  readonly knowsItsVoices: boolean
  /** whether it knows when its words sound */
  readonly knowsWordTimes?: boolean
}

const speak = async (provider: TtsProvider, changes: Partial<TtsRequest> = {}, signal = never()) => {
  const [voice] = await provider.voices()
  const request: TtsRequest = {
    text: SECRET_WORDS,
    providerVoiceId: voice?.providerVoiceId ?? '',
    speed: 1,
    format: 'pcm',
    language: 'en',
    caller: 'ann',
    ...changes,
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of await provider.synthesize(request, signal)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Tests of every synthesis provider. */
export function describeTtsProvider(name: string, subject: TtsSuiteSubject): void {
  describe(`${name}, as a provider of speech`, () => {
    it('is available and produces WAV and PCM', async () => {
      const provider = await subject.create()
      expect(await provider.availability()).toMatchObject({ available: true })
      expect(provider.formats).toEqual(expect.arrayContaining(['wav', 'pcm']))
    })

    it('offers voices with unique ids, at most one of them as default', async () => {
      const voices = await (await subject.create()).voices()
      expect(voices).not.toHaveLength(0)
      expect(new Set(voices.map(({ id }) => id)).size).toBe(voices.length)
      expect(voices.filter(({ isDefault }) => isDefault).length).toBeLessThanOrEqual(1)
      for (const { id, provider, lang } of voices) {
        expect(id.startsWith(`${provider}_`)).toBe(true)
        expect(() => new Intl.Locale(lang)).not.toThrow()
      }
    })

    it('speaks as 16-bit PCM of 24 kHz', async () => {
      const pcm = await speak(await subject.create())
      expect(pcm.length % 2).toBe(0)
      expect(pcm.length / 2 / PCM_RATE).toBeGreaterThan(0.1)
      const samples = Array.from({ length: pcm.length / 2 }, (_, i) => Math.abs(pcm.readInt16LE(i * 2)))
      expect(Math.max(...samples.slice(0, 50_000))).toBeGreaterThan(500)
    })

    it('speaks as WAV', async () => {
      const wav = await speak(await subject.create(), { format: 'wav' })
      expect(wav.toString('latin1', 0, 4)).toBe('RIFF')
    })

    it('speaks text that looks like arguments, commands or markup', async () => {
      const provider = await subject.create()
      for (const text of [
        '--version',
        '$(touch /tmp/vee)',
        '[[h@loU]] \u0001 one\ntwo',
        '{"text": "three"}',
      ]) {
        expect((await speak(provider, { text })).length).toBeGreaterThan(1000)
      }
    })

    it('does nothing for a caller that has aborted', async () => {
      const provider = await subject.create()
      expectFailure(await failureOf(speak(provider, {}, AbortSignal.abort())))
      expect((await speak(provider)).length).toBeGreaterThan(1000)
    })

    it('stops for a caller that aborts', async () => {
      const provider = await subject.create()
      const [voice] = await provider.voices()
      const request = { text: SECRET_WORDS, providerVoiceId: voice?.providerVoiceId ?? '', speed: 1 } as const
      const sound = await provider.synthesize(
        { ...request, format: 'pcm', language: 'en', caller: 'ann' },
        never(),
      )
      for await (const chunk of sound) if (chunk.length > 0) break
      expect((await speak(provider)).length).toBeGreaterThan(1000)
    })

    if (subject.knowsItsVoices) {
      it('rejects a voice that it does not have', async () => {
        expectFailure(await failureOf(speak(await subject.create(), { providerVoiceId: 'no such voice' })))
      })
    }

    it.runIf(subject.knowsWordTimes)(
      'tells when each word sounds, in order and within its audio',
      async () => {
        const provider = await subject.create()
        expect((await provider.voices()).every(({ hasWordTimes }) => hasWordTimes)).toBe(true)
        const text = 'Hello there, Zoë: 3.5 km — isn’t that far? 東京 は'
        const words: WordTime[] = []
        const onWords = (more: readonly WordTime[]) => void words.push(...more)
        const pcm = await speak(provider, { text, onWords })
        expect(words.map(({ start, end }) => text.slice(start, end))).toEqual(
          expect.arrayContaining(['Hello', 'there,', 'Zoë:', '3.5', 'km', 'isn’t', 'that', 'far?']),
        )
        const lengthMs = pcm.length / 2 / (PCM_RATE / 1_000)
        const times = words.map(({ atMs }) => atMs)
        expect(times).toEqual(times.toSorted((left, right) => left - right))
        expect(times.at(-1)).toBeLessThan(lengthMs)
        const starts = words.map(({ start }) => start)
        expect(starts).toEqual([...new Set(starts)].toSorted((left, right) => left - right))
        // Nothing changes for those who do not want them.
        expect((await speak(provider, { text })).length).toBe(pcm.length)
      },
    )

    const { createHanging } = subject
    if (!createHanging) return

    it('stops for a caller that aborts, and makes room for the next', async () => {
      const provider = await createHanging(60_000)
      for (const _ of [1, 2]) {
        const abort = new AbortController()
        const outcome = failureOf(speak(provider, {}, abort.signal))
        setImmediate(() => abort.abort())
        expectFailure(await outcome)
      }
    })

    it('stops at the time limit', async () => {
      const error = await failureOf(speak(await createHanging(200)))
      expectFailure(error)
      expect(error).toMatchObject({ kind: 'timeout' })
    })
  })
}
