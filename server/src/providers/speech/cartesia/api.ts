import type { SpeechVendorOptions } from '../speech-vendor-options.ts'
import type { ProviderName } from '../../wire/failures.ts'
import type { PostTarget } from '../../wire/post.ts'

/** Address and key of Cartesia. */
export interface CartesiaOptions extends SpeechVendorOptions {
  readonly model: string
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
