import type { SpeechLocation } from '../../speech/speech-capabilities.ts'
import type { ProviderName } from '../../wire/failures.ts'
import type { PostTarget } from '../../wire/post.ts'

/** Address and key of Cartesia. */
export interface CartesiaOptions {
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

export const CARTESIA = { id: 'cartesia', name: 'Cartesia' } as const satisfies ProviderName

/** The version of the API that this code is written for. */
const VERSION = '2026-08-14'

export const cartesiaTarget = ({ apiKey, baseUrl, timeoutMs }: CartesiaOptions): PostTarget => ({
  provider: CARTESIA,
  apiKey,
  headers: { 'cartesia-version': VERSION },
  baseUrl,
  timeoutMs,
})
