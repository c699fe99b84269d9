import type { SpeechLocation } from './speech-capabilities.ts'

/** Address and key of a vendor of transcription or voices. */
export interface SpeechVendorOptions {
  /** the displayed name of the recipient of audio or text: the vendor, or the host of the address */
  readonly name: string
  readonly location: SpeechLocation
  readonly apiKey: string
  /** without `/v1` and without a slash at the end */
  readonly baseUrl: string
  /** until headers, and between two chunks, in milliseconds */
  readonly timeoutMs: number
}
