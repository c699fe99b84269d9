import type { SpeechLocation } from '../speech-capabilities.ts'
import type { ProviderName } from '../wire/failures.ts'
import { type Content, type Exchange, post as postTo } from '../wire/post.ts'

/** Where an OpenAI-style audio service is. */
export interface OpenAiSpeechOptions {
  /** as people are told where their sound goes: the vendor, or the host of the address */
  readonly name: string
  readonly location: SpeechLocation
  /** undefined for a server that asks for none */
  readonly apiKey: string | undefined
  /** with its `/v1`, without a slash at the end */
  readonly baseUrl: string
  readonly model: string
  /** until headers, and between two chunks */
  readonly timeoutMs: number
}

/** Both directions carry OpenAI's id, whatever server is behind the base URL: they speak its protocol. */
export const SPEECH_SERVICE = { id: 'openai', name: 'The speech service' } as const satisfies ProviderName

/** As `post` of `wire/post.ts`. */
export const postSpeech = (
  { apiKey, baseUrl, timeoutMs }: OpenAiSpeechOptions,
  path: string,
  content: Content,
  signal: AbortSignal,
): Promise<Exchange> =>
  postTo({ provider: SPEECH_SERVICE, apiKey, baseUrl, timeoutMs }, path, content, signal)
