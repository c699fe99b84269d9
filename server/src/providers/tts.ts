import type { SpeechFormat } from '@vee/contract/http/speech'
import type { Voice } from '@vee/contract/entities/voice'
import type { Availability } from './failure.ts'

export interface TtsRequest {
  readonly text: string
  /** the provider's own voice id */
  readonly providerVoiceId: string
  /** 0.25 to 4; 1 is normal */
  readonly speed: number
  readonly format: SpeechFormat
  readonly language: string | undefined
}

/**
 * A provider of speech. `synthesize` resolves with the audio once its first bytes are there and streams the rest;
 * it throws ProviderFailure only and stops its upstream or its program when `signal` aborts.
 */
export interface TtsProvider {
  readonly id: 'openai' | 'espeak'
  readonly name: string
  readonly model: string
  readonly formats: readonly SpeechFormat[]
  availability(): Promise<Availability>
  voices(): Promise<readonly Voice[]>
  synthesize(request: TtsRequest, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>
}
