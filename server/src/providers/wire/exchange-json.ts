import { ProviderFailure } from '../failure.ts'
import { boundedText } from './bounded-text.ts'
import { parseJson } from './event-stream.ts'
import { brokenProtocol, failureOfConnection, timedOut, type ProviderName } from './failures.ts'
import { postContent, sendWithoutBody, type PostTarget } from './post.ts'

/** Maximum length of an answer, in bytes. */
const ANSWER_MAX_BYTES = 5_000_000

type Exchange =
  | { readonly method: 'GET'; readonly path: string }
  | { readonly method: 'POST'; readonly path: string; readonly body: object }

/** Sends a request and returns its JSON. Throws only ProviderFailure. */
export async function exchangeJson(
  target: PostTarget,
  exchange: Exchange,
  signal: AbortSignal,
): Promise<unknown> {
  const { provider, timeoutMs } = target
  const timeUp = AbortSignal.timeout(timeoutMs)
  const within = AbortSignal.any([signal, timeUp])
  try {
    const { mediaType, body } =
      exchange.method === 'GET'
        ? await sendWithoutBody(target, 'GET', exchange.path, within)
        : await postContent(
            target,
            exchange.path,
            { type: 'application/json', bytes: JSON.stringify(exchange.body) },
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
    return await boundedText(body, ANSWER_MAX_BYTES)
  } catch (error) {
    const isTooLong = error instanceof Error && error.message === 'the response is too long'
    throw isTooLong ? brokenProtocol(provider, 'the answer is too long') : error
  }
}
