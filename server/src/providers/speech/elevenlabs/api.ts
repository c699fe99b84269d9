import type { SpeechVendorOptions } from '../speech-vendor-options.ts'
import type { ProviderName } from '../../wire/failures.ts'
import type { PostTarget } from '../../wire/post.ts'

/** Address and key of ElevenLabs. */
export interface ElevenLabsOptions extends SpeechVendorOptions {
  readonly model: string
}

export const ELEVENLABS = { id: 'elevenlabs', name: 'ElevenLabs' } as const satisfies ProviderName

export const elevenLabsTarget = ({ apiKey, baseUrl, timeoutMs }: ElevenLabsOptions): PostTarget => ({
  provider: ELEVENLABS,
  headers: { 'xi-api-key': apiKey },
  baseUrl,
  timeoutMs,
})
