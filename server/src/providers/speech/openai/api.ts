import type { SpeechVendorOptions } from '../speech-vendor-options.ts'
import type { ProviderName } from '../../wire/failures.ts'
import { type Content, type Exchange, postContent as postTo } from '../../wire/post.ts'

/** Address and key of an OpenAI-style audio service. */
export interface OpenAiSpeechOptions extends Omit<SpeechVendorOptions, 'apiKey' | 'baseUrl'> {
  /** undefined for a server that requires none */
  readonly apiKey: string | undefined
  /** with its `/v1`, without a slash at the end */
  readonly baseUrl: string
  readonly model: string
  /** the server is not OpenAI and may list voices of its own */
  readonly listsVoices?: boolean
}

/** Both directions have OpenAI's id for any server at the base URL, because all of them use its protocol. */
export const SPEECH_SERVICE = { id: 'openai', name: 'The speech service' } as const satisfies ProviderName

/** See `postContent` of `wire/post.ts`. */
export const postSpeech = (
  { apiKey, baseUrl, timeoutMs }: OpenAiSpeechOptions,
  path: string,
  content: Content,
  signal: AbortSignal,
): Promise<Exchange> =>
  postTo({ provider: SPEECH_SERVICE, apiKey, baseUrl, timeoutMs }, path, content, signal)
