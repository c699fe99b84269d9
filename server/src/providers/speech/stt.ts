import type { Availability } from '../failure.ts'
import type { Preparable, SpeechLocation } from './speech-capabilities.ts'
import type { SttStreaming } from './stt-stream.ts'

/** Encoding of a recording. */
export type AudioCodec = 'pcm' | 'opus' | 'aac' | 'mp3'

/** A whole utterance, its container already recognised from its bytes. */
export interface SttRequest {
  readonly audio: Uint8Array
  readonly container: 'wav' | 'webm' | 'ogg' | 'mp4' | 'mp3'
  readonly language: string | undefined
  /** BCP 47: without a `language`, detection should be held to these; the first is preferred */
  readonly languages?: readonly string[] | undefined
  readonly prompt: string | undefined
  /** id of the caller; engines without concurrency alternate between callers */
  readonly caller: string
}

export interface SttResult {
  readonly text: string
  readonly language: string | null
  /** duration in seconds as measured by the provider; undefined if it returned none */
  readonly durationSeconds: number | undefined
}

/** A provider of speech-to-text (STT): transcription. Throws ProviderFailure only; cancels its upstream when `signal` aborts. */
export interface SttProvider {
  readonly id: string
  readonly name: string
  readonly model: string
  readonly location: SpeechLocation
  /** supported ISO 639-1 codes; undefined if that depends on the model */
  readonly languages: readonly string[] | undefined
  readonly containers: readonly SttRequest['container'][]
  /** codecs that it decodes; undefined: all that these containers are recorded with */
  readonly codecs?: readonly AudioCodec[] | undefined
  /** only for providers that fetch models on first use */
  readonly preparable?: Preparable
  /** only for providers that transcribe while one speaks */
  readonly streaming?: SttStreaming | undefined
  availability(): Promise<Availability>
  transcribe(request: SttRequest, signal: AbortSignal): Promise<SttResult>
}
