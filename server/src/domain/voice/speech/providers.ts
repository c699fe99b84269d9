import type { ModelDownload, SpeechProvider } from '@vee/contract/http/system'
import { sttPrice } from '#providers/speech/speech-prices.ts'
import type { Preparation } from '#providers/local-models/model-store.ts'
import type { SttProvider } from '#providers/speech/stt.ts'
import type { TtsProvider } from '#providers/speech/tts.ts'
import type { RecognisedAudio } from './audio/recognised-audio.ts'
import { languageOf } from './voices.ts'

/** Returns the providers that work now or after a download, in the same order. */
export async function availableOf<P extends SttProvider | TtsProvider>(
  providers: readonly P[],
): Promise<readonly P[]> {
  const states = await Promise.all(providers.map((provider) => provider.availability()))
  return providers.filter((_, index) => states[index]?.available)
}

/**
 * Returns the first provider that reads the container and codec, knows the language and needs no download; else the
 * first that would after a download; undefined if there is none.
 */
export function chooseTranscriber(
  providers: readonly SttProvider[],
  { container, codec }: Pick<RecognisedAudio, 'container' | 'codec'>,
  language: string | undefined,
): SttProvider | undefined {
  const able = providers.filter(
    ({ containers, codecs }) => containers.includes(container) && (codecs?.includes(codec) ?? true),
  )
  const fitting = able.filter(
    ({ languages }) => language === undefined || !languages || languages.includes(languageOf(language)),
  )
  const candidates = fitting.length > 0 ? fitting : able
  return candidates.find(({ preparable }) => !preparable?.preparation(language)) ?? candidates[0]
}

/** Returns the public description of a provider. */
export async function describeProvider(
  provider: SttProvider | TtsProvider,
  language: string | undefined,
): Promise<SpeechProvider> {
  const { id, name, location, preparable } = provider
  const preparation = preparable?.preparation(language)
  const availability = await provider.availability()
  return {
    ...availability,
    id,
    name,
    location,
    preparation: preparation ? describePreparation(preparation) : null,
    costPerHourUsd:
      'transcribe' in provider ? sttPrice(id, provider.model, 3_600).microUsd / 1_000_000 : null,
    ...(availability.available && (await hasOnlyBasicVoices(provider)) && { isFallback: true }),
  }
}

/** Returns true for voices that clients use after the browser's own. Vendors have natural voices, and listing theirs takes a request. */
async function hasOnlyBasicVoices(provider: SttProvider | TtsProvider): Promise<boolean> {
  if ('transcribe' in provider || provider.location === 'vendor') return false
  const voices = await provider.voices().catch(() => [])
  return voices.length > 0 && voices.every(({ quality }) => quality === 'basic')
}

export function describePreparation(preparation: Preparation): ModelDownload {
  const { state, name, bytesTotal } = preparation
  return {
    state,
    name,
    bytesTotal,
    bytesDone: state === 'running' ? preparation.bytesDone : 0,
    secondsLeft: (state === 'running' ? preparation.secondsLeft : undefined) ?? null,
    reason: state === 'failed' ? preparation.reason : null,
    failure: state === 'failed' ? preparation.failure : null,
  }
}
