import type { SpeechLocation } from '../../speech/speech-capabilities.ts'
import type { ProviderName } from '../../wire/failures.ts'
import type { PostTarget } from '../../wire/post.ts'

/** Address and key of ElevenLabs. */
export interface ElevenLabsOptions {
  /** the displayed name of the recipient of the text: the vendor, or the host of the address */
  readonly name: string
  readonly location: SpeechLocation
  readonly apiKey: string
  /** without a slash at the end */
  readonly baseUrl: string
  readonly model: string
  /** until headers, and between two chunks, in milliseconds */
  readonly timeoutMs: number
}

export const ELEVENLABS = { id: 'elevenlabs', name: 'ElevenLabs' } as const satisfies ProviderName

export const elevenLabsTarget = ({ apiKey, baseUrl, timeoutMs }: ElevenLabsOptions): PostTarget => ({
  provider: ELEVENLABS,
  headers: { 'xi-api-key': apiKey },
  baseUrl,
  timeoutMs,
})
