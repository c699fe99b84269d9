import type { SpeechLocation } from '../../speech/speech-capabilities.ts'
import type { ProviderName } from '../../wire/failures.ts'

/** Address and key of Mistral. */
export interface MistralOptions {
  /** the displayed name of the recipient of the audio: the vendor, or the host of the address */
  readonly name: string
  readonly location: SpeechLocation
  readonly apiKey: string
  /** without `/v1` and without a slash at the end */
  readonly baseUrl: string
  /** model of recordings */
  readonly model: string
  /** model while one speaks */
  readonly liveModel: string
  /** until headers, and between two chunks, in milliseconds */
  readonly timeoutMs: number
}

export const MISTRAL = { id: 'mistral', name: 'Mistral' } as const satisfies ProviderName
