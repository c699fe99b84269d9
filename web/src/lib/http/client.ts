import type {
  Endpoint,
  EndpointResponse,
  EndpointInput,
  EndpointParams,
  EndpointQuery,
} from '@vee/contract/http/endpoint'
import { currentLanguage } from '#i18n/index.ts'
import { forgetToken, readToken } from './auth-token.ts'
import { systemLog, type SystemLog } from '../log.ts'
import { localTimeZone } from './local-time-zone.ts'
import { sessionId } from './session-id.ts'
import { ApiError, errorOfAnswer, networkError } from './api-error.ts'

const CLIENT_VERSION = '1.4.1'
/** Time limit until the headers, in ms; a running body is never aborted. */
const HEADERS_TIMEOUT_MS = 90_000
/** A wrong password also returns 401, but does not invalidate the current token. */
const SIGN_IN_PATHS: ReadonlySet<string> = new Set(['/auth/global', '/auth/login', '/auth/register'])

export interface ApiOptions {
  /** the server's origin, without a trailing slash; default: the page's own */
  readonly origin?: string
  readonly log?: SystemLog
}

/**
 * The client for all requests to the server. The type argument is the contract's endpoint: `api.json<typeof
 * listAgents>('GET', '/agents')`.
 */
export interface Api {
  /** Returns the JSON of the response, null without a body. Throws an ApiError, or the signal's reason. */
  json<C extends Endpoint>(
    method: C['method'],
    path: C['path'],
    ...options: CallArguments<C>
  ): Promise<EndpointResponse<C>>
  /** Returns the response with its body unread: for streams and audio. */
  send<C extends Endpoint>(
    method: C['method'],
    path: C['path'],
    ...options: CallArguments<C>
  ): Promise<Response>
  /**
   * Calls the listener when the server rejects the stored token, which is removed first. Returns a function
   * that unsubscribes.
   */
  onSessionExpired(listener: () => void): () => void
}

/** Returns `/prompts/{id}` with its parameters, followed by the query. */
function addressOf(path: string, { params = {}, query = {} }: AnyCallOptions): string {
  const values = new Map<string, unknown>(Object.entries(params))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.append(name, String(value))
  return search.size === 0 ? filled : `${filled}?${search}`
}

function headersOf({ headers, body }: AnyCallOptions, token: string | undefined): Headers {
  const all = new Headers(headers)
  all.set('x-client-version', CLIENT_VERSION)
  all.set('x-session-id', sessionId())
  all.set('accept-language', currentLanguage())
  all.set('x-time-zone', localTimeZone())
  if (token !== undefined) all.set('authorization', `Bearer ${token}`)
  if (body !== undefined && !(body instanceof FormData) && !all.has('content-type'))
    all.set('content-type', 'application/json')
  return all
}

/** Fetches with a time limit until the headers. Nothing is awaited before the request is sent. */
async function fetchInTime(
  address: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
  isLong = false,
): Promise<Response> {
  const limit = new AbortController()
  const timer = isLong ? undefined : setTimeout(() => limit.abort(), HEADERS_TIMEOUT_MS)
  try {
    return await fetch(address, {
      ...init,
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
    })
  } catch (error) {
    signal?.throwIfAborted()
    if (limit.signal.aborted) throw networkError('TIMEOUT', error)
    throw networkError(navigator.onLine ? 'UNREACHABLE' : 'OFFLINE', error)
  } finally {
    clearTimeout(timer)
  }
}

export function createApi({ origin = '', log = systemLog }: ApiOptions = {}): Api {
  const expiryListeners = new Set<() => void>()

  function refuse(label: string, path: string, error: ApiError, token: string | undefined): void {
    if (error.status === 502) log.add('WARN', `${label}: the backend host may be unreachable`)
    if (error.status !== 401 || token === undefined || SIGN_IN_PATHS.has(path)) return
    // A user may have signed in again during the request.
    if (readToken() !== token) return
    forgetToken()
    for (const listener of expiryListeners) listener()
  }

  async function request(method: string, path: string, options: AnyCallOptions = {}): Promise<Response> {
    // Logs contain the path pattern of the contract: a parameter may be a secret, such as an invite's token.
    const label = `${method} ${path}`
    const token = readToken()
    const { body, signal, isLong } = options
    const startedAt = performance.now()
    const sent = fetchInTime(
      `${origin}/api${addressOf(path, options)}`,
      {
        method,
        // Something may be deleted while the page closes.
        keepalive: method === 'DELETE',
        headers: headersOf(options, token),
        body:
          body === undefined || body instanceof FormData || body instanceof Blob
            ? (body ?? null)
            : JSON.stringify(body),
      },
      signal,
      isLong,
    )
    log.add('API_REQ', label)
    const took = () => `${Math.round(performance.now() - startedAt)} ms`
    let response: Response
    try {
      response = await sent
    } catch (error) {
      if (error instanceof ApiError) log.add('ERROR', `${label} ${error.code} ${took()}`)
      throw error
    }
    log.add('API_RES', `${label} ${response.status} ${took()}`)
    if (response.ok) return response
    const error = await errorOfAnswer(response)
    if (error.status >= 500) log.add('ERROR', `${label} ${error.status} ${error.code}`)
    refuse(label, path, error, token)
    throw error
  }

  return {
    send: (method, path, ...[options]) => request(method, path, options),
    async json<C extends Endpoint>(method: C['method'], path: C['path'], ...[options]: CallArguments<C>) {
      const response = await request(method, path, options)
      const text = await response.text()
      // The server validates responses against the same contract.
      return (text === '' ? null : JSON.parse(text)) as EndpointResponse<C>
    },
    onSessionExpired(listener) {
      expiryListeners.add(listener)
      return () => expiryListeners.delete(listener)
    },
  }
}

/** The parts of a request: those in its contract are required, others are not allowed. */
type Parts<C extends Endpoint> = Part<'params', EndpointParams<C>> &
  Part<'body', C['body'] extends { kind: 'multipart' } ? FormData : EndpointInput<C> | RawBody<C>> &
  Partial<Part<'query', Partial<EndpointQuery<C>>>>

/** A body that is JSON already, as a worker made it, or a part of a file. */
type RawBody<C extends Endpoint> = C['body'] extends { kind: 'json' | 'chunk' } ? Blob : never

type Part<Name extends string, Value> = [Value] extends [undefined] ? unknown : Readonly<Record<Name, Value>>

interface Common {
  /** aborts the request, and the reading of its body */
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
  /** the response may take as long as it takes: the work of minutes, which `signal` aborts */
  readonly isLong?: boolean
}

type CallOptions<C extends Endpoint> = Common & Parts<C>

/** The options are optional if the endpoint requires none. */
type CallArguments<C extends Endpoint> =
  Common extends CallOptions<C> ? [options?: CallOptions<C>] : [options: CallOptions<C>]

/** The options of any request, as used by the client. */
interface AnyCallOptions extends Common {
  readonly params?: object
  readonly query?: object
  /** a value or Blob of JSON, a part of a file, or a form for multipart requests */
  readonly body?: unknown
}
