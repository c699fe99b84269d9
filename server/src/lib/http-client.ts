import type { Dispatcher } from 'undici'
import sendRequest from 'undici/lib/api/api-request.js'
import buildConnector from 'undici/lib/core/connect.js'
import Agent from 'undici/lib/dispatcher/agent.js'

/*
 * The parts of undici that this server uses. The whole package also loads its mocks, caches, proxies, WebSocket
 * and fetch, which take 12 MB of memory.
 */
export { Agent, buildConnector }

interface RequestOptions extends Omit<Dispatcher.RequestOptions, 'origin' | 'path' | 'method'> {
  readonly method?: Dispatcher.HttpMethod
  /** the connections to use; shared ones by default */
  readonly dispatcher?: Dispatcher
}

let shared: Agent | undefined

/**
 * Sends an HTTP request and resolves with status, headers and body stream, which the caller must consume.
 * Redirects are not followed. Rejects with undici's errors.
 */
export function request(
  url: string | URL,
  { dispatcher = (shared ??= new Agent()), method = 'GET', ...options }: RequestOptions = {},
): Promise<Dispatcher.ResponseData> {
  const { origin, pathname, search } = new URL(url)
  return sendRequest.call(dispatcher, { ...options, origin, path: pathname + search, method })
}
