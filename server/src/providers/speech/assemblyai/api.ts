import type { SpeechVendorOptions } from '../speech-vendor-options.ts'
import type { ProviderName } from '../../wire/failures.ts'
import type { PostTarget } from '../../wire/post.ts'

/** Addresses and key of AssemblyAI. */
export interface AssemblyAiOptions extends SpeechVendorOptions {
  /** the address of streams; http or https, without a slash at the end */
  readonly streamingUrl: string
  /** model of recordings */
  readonly model: string
  /** model while one speaks */
  readonly streamingModel: string
}

export const ASSEMBLYAI = { id: 'assemblyai', name: 'AssemblyAI' } as const satisfies ProviderName

export const assemblyAiTarget = ({ apiKey, baseUrl, timeoutMs }: AssemblyAiOptions): PostTarget => ({
  provider: ASSEMBLYAI,
  headers: { authorization: apiKey },
  baseUrl,
  timeoutMs,
})
