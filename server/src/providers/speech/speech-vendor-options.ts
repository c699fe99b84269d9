import { isLoopbackHost } from '#lib/localhost.ts'
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

/**
 * Returns the options of a vendor. At an address outside of `domain` the displayed name is the host of the
 * address, which may be this machine.
 */
export function speechVendorOptions(
  vendor: { readonly name: string; readonly domain: string },
  connection: Pick<SpeechVendorOptions, 'apiKey' | 'baseUrl' | 'timeoutMs'>,
): SpeechVendorOptions {
  const { hostname } = new URL(connection.baseUrl)
  return {
    ...connection,
    name: hostname.endsWith(`.${vendor.domain}`) ? vendor.name : hostname,
    location: isLoopbackHost(hostname) ? 'server' : 'vendor',
  }
}
