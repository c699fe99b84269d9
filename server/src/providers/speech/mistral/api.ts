import type { SpeechVendorOptions } from '../speech-vendor-options.ts'
import type { ProviderName } from '../../wire/failures.ts'

/** Address and key of Mistral. */
export interface MistralOptions extends SpeechVendorOptions {
  /** model of recordings */
  readonly model: string
  /** model while one speaks */
  readonly streamingModel: string
}

export const MISTRAL = { id: 'mistral', name: 'Mistral' } as const satisfies ProviderName
