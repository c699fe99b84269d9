import type { Dispatcher } from 'undici'
import { Agent, request } from '#lib/http-client.ts'
import { ProviderFailure } from '../failure.ts'
import { boundedText } from './bounded-text.ts'
import { CONNECTION_KEPT_MS, parseJson } from './event-stream.ts'
import {
  brokenProtocol,
  MAX_ERROR_BODY_BYTES,
  failureOfConnection,
  failureOfStatus,
  timedOut,
  type ProviderName,
} from './failures.ts'

/** Address and key of a speech service. */
export interface PostTarget {
  readonly provider: ProviderName
  /** sent as `Authorization: Bearer …`; undefined for a server that requires none, or reads another header */
  readonly apiKey?: string | undefined
  /** further headers, such as a key in the vendor's own form */
  readonly headers?: Readonly<Record<string, string>>
  /** without a slash at the end */
  readonly baseUrl: string
  /** until headers, and between two chunks, in milliseconds */
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

/** HTTP/1.1 only: closing the connection makes an upstream stop. */
const connections = new Agent({ allowH2: false, keepAliveTimeout: CONNECTION_KEPT_MS })

/**
 * Sends a POST request and returns a successful response whose body is unread. Throws only ProviderFailure.
 */
export const postContent = (
  target: PostTarget,
  path: string,
  content: Content,
  signal: AbortSignal,
): Promise<Exchange> => send(target, 'POST', path, content, signal)

/** As `postContent`, without a body. */
export const sendWithoutBody = (
  target: PostTarget,
  method: 'GET' | 'DELETE',
  path: string,
  signal: AbortSignal,
): Promise<Exchange> => send(target, method, path, undefined, signal)

async function send(
  { provider, apiKey, headers: ownHeaders, baseUrl, timeoutMs }: PostTarget,
  method: 'POST' | 'GET' | 'DELETE',
  path: string,
  content: Content | undefined,
  signal: AbortSignal,
): Promise<Exchange> {
  try {
    const { statusCode, headers, body } = await request(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
        ...ownHeaders,
        ...(content && { 'content-type': content.type }),
      },
      body: content?.bytes ?? null,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      dispatcher: connections,
      signal,
    })
    if (statusCode !== 200) {
      throw failureOfStatus(provider, statusCode, headers, await errorBody(body))
    }
    return { mediaType: String(headers['content-type'] ?? ''), body }
  } catch (error) {
    throw error instanceof ProviderFailure ? error : failureOfConnection(provider, error, 'before-headers')
  }
}

/** Returns the body of a response with audio. Throws ProviderFailure if the response is text, such as an error with status 200. */
export async function audioBody(
  { mediaType, body }: Exchange,
  provider: ProviderName,
): Promise<AsyncIterable<Uint8Array>> {
  if (!/^(text\/|application\/json)/.test(mediaType)) return body
  await body.dump()
  throw brokenProtocol(provider, 'the response is text and no audio')
}

/** Returns the service's error as JSON; undefined when there is none, or too much. */
async function errorBody(body: Exchange['body']): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_ERROR_BODY_BYTES) return undefined
  }
  return parseJson(Buffer.concat(chunks).toString('utf8'))
}

/** Maximum length of an answer, in bytes. */
const MAX_ANSWER_BYTES = 5_000_000

type JsonRequest =
  | { readonly method: 'GET'; readonly path: string }
  | { readonly method: 'POST'; readonly path: string; readonly body: object }

/** Sends a request and returns its JSON. Throws only ProviderFailure. */
export async function exchangeJson(
  target: PostTarget,
  jsonRequest: JsonRequest,
  signal: AbortSignal,
): Promise<unknown> {
  const { provider, timeoutMs } = target
  const timeUp = AbortSignal.timeout(timeoutMs)
  const within = AbortSignal.any([signal, timeUp])
  try {
    const { mediaType, body } =
      jsonRequest.method === 'GET'
        ? await sendWithoutBody(target, 'GET', jsonRequest.path, within)
        : await postContent(
            target,
            jsonRequest.path,
            { type: 'application/json', bytes: JSON.stringify(jsonRequest.body) },
            within,
          )
    const text = await textOf(body, provider)
    const json = /\bhtml\b/i.test(mediaType) ? undefined : parseJson(text)
    if (typeof json === 'object' && json !== null) return json
    throw brokenProtocol(provider, 'the answer is not JSON')
  } catch (error) {
    if (timeUp.aborted && !signal.aborted) throw timedOut(provider)
    throw error instanceof ProviderFailure ? error : failureOfConnection(provider, error, 'after-headers')
  }
}

async function textOf(body: AsyncIterable<Uint8Array>, provider: ProviderName): Promise<string> {
  try {
    return await boundedText(body, MAX_ANSWER_BYTES)
  } catch (error) {
    const isTooLong = error instanceof Error && error.message === 'the response is too long'
    throw isTooLong ? brokenProtocol(provider, 'the answer is too long') : error
  }
}
