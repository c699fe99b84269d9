import type { SpeechLocation } from '../../speech/speech-capabilities.ts'
import type { ProviderName } from '../../wire/failures.ts'
import type { PostTarget } from '../../wire/post.ts'

/** Addresses and key of AssemblyAI. */
export interface AssemblyAiOptions {
  /** the displayed name of the recipient of the audio: the vendor, or the host of the address */
  readonly name: string
  readonly location: SpeechLocation
  readonly apiKey: string
  /** without a slash at the end */
  readonly baseUrl: string
  /** the address of streams; http or https, without a slash at the end */
  readonly streamingUrl: string
  /** model of recordings */
  readonly model: string
  /** model while one speaks */
  readonly liveModel: string
  /** until headers, and between two chunks, in milliseconds */
  readonly timeoutMs: number
}

export const ASSEMBLYAI = { id: 'assemblyai', name: 'AssemblyAI' } as const satisfies ProviderName

export const assemblyAiTarget = ({ apiKey, baseUrl, timeoutMs }: AssemblyAiOptions): PostTarget => ({
  provider: ASSEMBLYAI,
  headers: { authorization: apiKey },
  baseUrl,
  timeoutMs,
})
