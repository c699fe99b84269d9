import type { SpeechVendorOptions } from '../speech-vendor-options.ts'
import type { ProviderName } from '../../wire/failures.ts'
import { type Content, type Exchange, postContent } from '../../wire/post.ts'

export const DEEPGRAM = { id: 'deepgram', name: 'Deepgram' } as const satisfies ProviderName

/**
 * Sends the parameters in the query and the content as the body, and opts out of the use of audio and text for
 * the vendor's models. See `postContent` of `wire/post.ts`.
 */
export const postDeepgram = (
  { apiKey, baseUrl, timeoutMs }: SpeechVendorOptions,
  path: '/v1/listen' | '/v1/speak',
  parameters: URLSearchParams,
  content: Content,
  signal: AbortSignal,
): Promise<Exchange> =>
  postContent(
    { provider: DEEPGRAM, headers: { authorization: `Token ${apiKey}` }, baseUrl, timeoutMs },
    `${path}?${parameters.toString()}&mip_opt_out=true`,
    content,
    signal,
  )
