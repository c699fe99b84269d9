import type { SpeechFormat, WordTime } from '@vee/contract/http/speech'
import type { Voice } from '@vee/contract/entities/voice'
import type { Availability } from '../failure.ts'
import type { Preparable, SpeechLocation } from './speech-capabilities.ts'

export interface TtsRequest {
  readonly text: string
  /** the provider's own voice id */
  readonly providerVoiceId: string
  /** 0.25 to 4; 1 is normal */
  readonly speed: number
  readonly format: SpeechFormat
  readonly language: string | undefined
  /** id of the caller; engines without concurrency alternate between callers */
  readonly caller: string
  /** Called with words in order, before or with their audio, by providers that know their times. */
  readonly onWords?: ((words: readonly WordTime[]) => void) | undefined
}

/** Audio that is generated while it is read. */
export interface SynthesizedAudio extends AsyncIterable<Uint8Array> {
  /** the media type if it is another one than that of the requested format */
  readonly mediaType?: string | undefined
}

/**
 * A provider of text-to-speech (TTS). `synthesize` resolves with the audio after its first bytes and streams the
 * rest; it throws only ProviderFailure and stops its upstream request or process when `signal` aborts.
 */
export interface TtsProvider {
  readonly id: string
  readonly name: string
  readonly model: string
  readonly location: SpeechLocation
  readonly formats: readonly SpeechFormat[]
  /** only for providers that fetch models on first use */
  readonly preparable?: Preparable
  availability(): Promise<Availability>
  voices(): Promise<readonly Voice[]>
  synthesize(request: TtsRequest, signal: AbortSignal): Promise<SynthesizedAudio>
}
