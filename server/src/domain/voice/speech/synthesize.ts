import {
  SPEECH_CONTENT_TYPES,
  type SpeechFormat,
  type SpeechRequest,
  type WordTime,
} from '@vee/contract/http/speech'
import type { Voice } from '@vee/contract/entities/voice'
import { ttsPrice } from '#providers/speech/speech-prices.ts'
import type { TtsProvider } from '#providers/speech/tts.ts'
import { knowsScript, isPronounceable } from '@vee/contract/speech-text/readable'
import { type Caller, callerKeyOf } from '../../accounts/index.ts'
import { failureFor, type OwnKeys } from '../../money/ledger/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import type { LocalVoiceCredit } from './local-voice-credit.ts'
import { callPaid, payForSpeech } from './pay-for-speech.ts'
import type { OwnSpeech, SpeechLedger } from './ports.ts'
import { isSpeechlessAnswer, speechless } from './speechless.ts'
import { defaultVoice, speaks, voicesOf } from './voices.ts'
import { inBackground } from '#lib/background.ts'

export interface SynthesizedText {
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
  readonly localVoiceCredit: LocalVoiceCredit
}

/**
 * Synthesizes a text with the requested voice, else with the default voice of the language. Text without anything to
 * pronounce is silence, for which no provider is called. A voice that does not know the script of the text is not used.
 */
export async function synthesize(
  { providers, ledger, ownSpeech, localVoiceCredit }: SynthesisDependencies,
  request: SpeechRequest,
  { caller, ownKeys }: SpeechRequester,
  signal: AbortSignal,
): Promise<SynthesizedText> {
  const text = request.text.trim()
  if (text === '') throw invalid('text', 'The text to speak is empty.')
  const { provider: chosen, voice } = await chooseVoice(providers, request)
  if (!isPronounceable(text)) return silenceOf(chosen, voice, request)
  const { speed, language } = request
  const units = { kind: 'tts', characters: text.length } as const
  if (chosen.location === 'server' && ttsPrice(chosen.id, chosen.model, text.length).microUsd === 0)
    localVoiceCredit.spendCharacters(caller, text.length)
  const { provider, payer, reservation } = await payForSpeech(
    ledger,
    { provider: chosen, ownProvider: ownSpeech.tts(ownKeys ?? {}) },
    units,
    { caller, ownKeys, forbidden: request.budget?.forbid },
  )
  const words: WordTime[] = []
  const leading = request.text.length - request.text.trimStart().length
  const onWords = (more: readonly WordTime[]) =>
    words.push(...more.map(({ start, end, atMs }) => ({ start: start + leading, end: end + leading, atMs })))
  const format = formatOf(provider, request)
  const ttsRequest = {
    text,
    providerVoiceId: voice.providerVoiceId,
    speed,
    format,
    language,
    caller: callerKeyOf(caller),
    onWords: request.wordTimes === true ? onWords : undefined,
  }
  const audio = await callPaid(reservation, units, signal, () =>
    provider.synthesize(ttsRequest, signal),
  ).catch((error: unknown) => {
    if (isSpeechlessAnswer(error, text)) return undefined
    throw failureFor(payer, error)
  })
  if (!audio) return silenceOf(provider, voice, request)
  // Vendors bill the whole text once they speak. The first audio does not wait for the settlement, but the
  // end of the response does, so that costs read afterwards include this use.
  const settled = reservation.settle(units)
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

const formatOf = ({ formats }: TtsProvider, { format }: SpeechRequest): SpeechFormat =>
  formats.includes(format) ? format : COMMON_FORMAT

function silenceOf(provider: TtsProvider, voice: Voice, { format }: SpeechRequest): SynthesizedText {
  return {
    audio: speechless(format),
    contentType: SPEECH_CONTENT_TYPES[format],
    provider: provider.id,
    voiceId: voice.id,
    takeWords: () => [],
  }
}

interface ChosenVoice {
  readonly provider: TtsProvider
  readonly voice: Voice
}

/**
 * Returns the requested voice if it knows the script of the text, else one of the first provider that speaks the
 * language, else the first voice that knows the script. Checks no more providers than needed, since each check takes
 * time.
 */
async function chooseVoice(
  providers: readonly TtsProvider[],
  { text, voice: voiceId, language }: SpeechRequest,
): Promise<ChosenVoice> {
  const reads = ({ lang }: Voice) => !isPronounceable(text) || knowsScript(lang, text)
  let first: ChosenVoice | undefined
  let best: ChosenVoice | undefined
  let hasVoices = false
  let isKnown = voiceId === undefined
  for (const provider of providers) {
    const voices = await voicesOf(provider)
    if (!voices) continue
    hasVoices = true
    const requested = voices.find(({ id, providerVoiceId }) => id === voiceId || providerVoiceId === voiceId)
    if (requested && reads(requested)) return { provider, voice: requested }
    if (requested) isKnown = true
    const [readable, ...others] = voices.filter(reads)
    if (!readable) continue
    const preferred = { provider, voice: defaultVoice([readable, ...others], language) }
    first ??= preferred
    if (language === undefined || speaks(preferred.voice, language)) best ??= preferred
    if (best && isKnown) return best
  }
  if (!hasVoices) throw new DomainError('TTS_UNAVAILABLE', 'This server has no voice.')
  if (!isKnown) throw invalid('voice', 'This server has no such voice.')
  const voice = best ?? first
  if (!voice) throw new DomainError('TTS_UNAVAILABLE', 'No voice of this server reads this script.')
  return voice
}

const invalid = (path: string, message: string) =>
  new DomainError('VALIDATION', message, { details: [{ path, message }] })
