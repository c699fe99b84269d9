import { Agent, request, type Dispatcher } from 'undici'
import { ProviderFailure } from '../failure.ts'
import type { SpeechLocation } from '../speech-capabilities.ts'
import { bearer } from '../wire/chat-completions.ts'
import { CONNECTION_KEPT_MS, parseJson } from '../wire/event-stream.ts'
import {
  ERROR_BODY_MAX_BYTES,
  failureOfConnection,
  failureOfStatus,
  type ProviderName,
} from '../wire/failures.ts'

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

export interface Content {
  readonly type: string
  readonly bytes: string | Uint8Array
}

export interface Exchange {
  readonly mediaType: string
  readonly body: Dispatcher.ResponseData['body']
}

/** Both directions carry OpenAI's id, whatever server is behind the base URL: they speak its protocol. */
export const SPEECH_SERVICE = { id: 'openai', name: 'The speech service' } as const satisfies ProviderName

/** HTTP/1.1 alone: closing the connection is how an upstream is told to stop. */
const connections = new Agent({ allowH2: false, keepAliveTimeout: CONNECTION_KEPT_MS })

/** Posts and answers with a successful response, its body still to be read. Throws ProviderFailure only. */
export async function post(
  { apiKey, baseUrl, timeoutMs }: OpenAiSpeechOptions,
  path: string,
  content: Content,
  signal: AbortSignal,
): Promise<Exchange> {
  try {
    const { statusCode, headers, body } = await request(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { ...bearer(apiKey), 'content-type': content.type },
      body: content.bytes,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      dispatcher: connections,
      signal,
    })
    if (statusCode !== 200) {
      throw failureOfStatus(SPEECH_SERVICE, statusCode, headers, await errorBody(body))
    }
    return { mediaType: String(headers['content-type'] ?? ''), body }
  } catch (error) {
    throw error instanceof ProviderFailure
      ? error
      : failureOfConnection(SPEECH_SERVICE, error, 'before-headers')
  }
}

/** What the service says about an error, as JSON; undefined when it says no such thing, or too much. */
async function errorBody(body: Exchange['body']): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > ERROR_BODY_MAX_BYTES) return undefined
  }
  return parseJson(Buffer.concat(chunks).toString('utf8'))
}
