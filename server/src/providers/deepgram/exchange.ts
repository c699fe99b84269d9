import type { SpeechLocation } from '../speech/speech-capabilities.ts'
import type { ProviderName } from '../wire/failures.ts'
import { type Content, type Exchange, post } from '../wire/post.ts'

/** Address and key of Deepgram, or of a server with its API. */
export interface DeepgramOptions {
  /** the displayed name of the recipient of the audio: the vendor, or the host of the address */
  readonly name: string
  readonly location: SpeechLocation
  readonly apiKey: string
  /** without `/v1` and without a slash at the end */
  readonly baseUrl: string
  /** until headers, and between two chunks, in milliseconds */
  readonly timeoutMs: number
}

export const DEEPGRAM = { id: 'deepgram', name: 'Deepgram' } as const satisfies ProviderName

/**
 * Sends the parameters in the query and the content as the body, and opts out of the use of audio and text for
 * the vendor's models. See `post` of `wire/post.ts`.
 */
export const postDeepgram = (
  { apiKey, baseUrl, timeoutMs }: DeepgramOptions,
  path: '/v1/listen' | '/v1/speak',
  parameters: URLSearchParams,
  content: Content,
  signal: AbortSignal,
): Promise<Exchange> =>
  post(
    { provider: DEEPGRAM, headers: { authorization: `Token ${apiKey}` }, baseUrl, timeoutMs },
    `${path}?${parameters.toString()}&mip_opt_out=true`,
    content,
    signal,
  )
