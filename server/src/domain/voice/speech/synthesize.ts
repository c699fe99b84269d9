import {
  SPEECH_CONTENT_TYPES,
  type SpeechFormat,
  type SpeechRequest,
  type WordTime,
} from '@vee/contract/http/speech'
import type { Voice } from '@vee/contract/entities/voice'
import type { TtsProvider } from '#providers/speech/tts.ts'
import { type Caller, callerKeyOf } from '../../accounts/index.ts'
import { failureFor, type OwnKeys } from '../../ledger/index.ts'
import { DomainError } from '../../common/domain-error.ts'
import { payForSpeech } from './pay-for-speech.ts'
import type { OwnSpeech, SpeechLedger } from './ports.ts'
import { defaultVoice, speaks, voicesOf } from './voices.ts'
import { inBackground } from '../../../background.ts'

export interface SpokenText {
  /** generated while it is read; throws ProviderFailure if the provider fails */
  readonly audio: AsyncIterable<Uint8Array>
  /** the actual media type: a provider without the requested format returns WAV */
  readonly contentType: string
  readonly provider: string
  readonly voiceId: string
  /** returns the words that became known since the last call, if their times are wanted and the voice has any */
  readonly takeWords: () => readonly WordTime[]
}

/** The caller of a speech request, with the own keys of the request. */
export interface SpeechRequester {
  readonly caller: Caller
  readonly ownKeys?: OwnKeys | undefined
}

/** The format that every provider supports. */
const COMMON_FORMAT: SpeechFormat = 'wav'

export interface SynthesisDependencies {
  readonly providers: readonly TtsProvider[]
  readonly ledger: SpeechLedger
  readonly ownSpeech: OwnSpeech
}

/** Synthesizes a text with the requested voice, else with the default voice of the language. */
export async function synthesize(
  { providers, ledger, ownSpeech }: SynthesisDependencies,
  request: SpeechRequest,
  { caller, ownKeys }: SpeechRequester,
  signal: AbortSignal,
): Promise<SpokenText> {
  const text = request.text.trim()
  if (text === '') throw invalid('text', 'The text to speak is empty.')
  const { provider: chosen, voice } = await chooseVoice(providers, request)
  const { speed, language } = request
  const units = { kind: 'tts', characters: text.length } as const
  const { provider, payer, account } = await payForSpeech(
    ledger,
    { provider: chosen, ownProvider: ownSpeech.tts(ownKeys ?? {}) },
    units,
    { caller, ownKeys, forbidden: request.budget?.forbid },
  )
  const words: WordTime[] = []
  const leading = request.text.length - request.text.trimStart().length
  const onWords = (more: readonly WordTime[]) =>
    words.push(...more.map(({ start, end, atMs }) => ({ start: start + leading, end: end + leading, atMs })))
  const format = provider.formats.includes(request.format) ? request.format : COMMON_FORMAT
  const audio = await provider
    .synthesize(
      {
        text,
        providerVoiceId: voice.providerVoiceId,
        speed,
        format,
        language,
        caller: callerKeyOf(caller),
        onWords: request.wordTimes === true ? onWords : undefined,
      },
      signal,
    )
    .catch(async (error: unknown) => {
      await account.settle(undefined)
      throw failureFor(payer, error)
    })
  // Vendors bill the whole text once they speak. The first audio does not wait for the settlement, but the
  // end of the response does, so that costs read afterwards include this use.
  const settled = account.settle(units)
  inBackground('speech settled', settled)
  return {
    audio: untilSettled(audio, settled),
    contentType: audio.mediaType ?? SPEECH_CONTENT_TYPES[format],
    provider: provider.id,
    voiceId: voice.id,
    takeWords: () => words.splice(0),
  }
}

/** A failed settlement is logged by the code that started it; the audio is complete either way. */
async function* untilSettled(audio: AsyncIterable<Uint8Array>, settled: Promise<unknown>) {
  yield* audio
  await settled.catch(() => undefined)
}

/**
 * Returns the requested voice, else one of the first provider that speaks the language, else the first voice.
 * Checks no more providers than needed, since each check takes time.
 */
async function chooseVoice(
  providers: readonly TtsProvider[],
  { voice: wanted, language }: SpeechRequest,
): Promise<{ readonly provider: TtsProvider; readonly voice: Voice }> {
  let first: { readonly provider: TtsProvider; readonly voice: Voice } | undefined
  for (const provider of providers) {
    const voices = await voicesOf(provider)
    if (!voices) continue
    const preferred = { provider, voice: defaultVoice(voices, language) }
    first ??= preferred
    if (wanted === undefined) {
      if (language === undefined || speaks(preferred.voice, language)) return preferred
      continue
    }
    const voice = voices.find((one) => one.id === wanted || one.providerVoiceId === wanted)
    if (voice) return { provider, voice }
  }
  if (!first) throw new DomainError('TTS_UNAVAILABLE', 'This server has no voice.')
  if (wanted === undefined) return first
  throw invalid('voice', 'This server has no such voice.')
}

const invalid = (path: string, message: string) =>
  new DomainError('VALIDATION', message, { details: [{ path, message }] })
