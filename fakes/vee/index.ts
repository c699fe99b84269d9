import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { encodeEvent } from '@vee/contract/stream/encode'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'

/** One request that the test responds to step by step. */
export interface Exchange {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** the parsed JSON; undefined if there was none */
  readonly body: unknown
  /** Sends one event of a reply's stream; the first one opens the stream. */
  send(event: ReplyEvent, id: number): void
  /** Sends raw text, for invalid output of a server. */
  sendText(text: string): void
  end(): void
  /** Breaks the connection. */
  cut(): void
  json(status: number, body: unknown, headers?: Readonly<Record<string, string>>): void
  /** Resolves when the client has disconnected or the response is complete. */
  readonly closed: Promise<unknown>
}

/** A server for the web client's requests: real HTTP on loopback, controlled by the test. */
export interface FakeVee {
  readonly url: string
  /** Returns the next unhandled request as soon as it arrives. */
  next(): Promise<Exchange>
  /** Returns the unhandled requests. */
  untaken(): readonly Exchange[]
  close(): Promise<void>
}

function exchangeOf(
  method: string,
  path: string,
  headers: IncomingHttpHeaders,
  body: string,
  response: ServerResponse,
): Exchange {
  function open(): void {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
  }
  return {
    method,
    path,
    headers,
    body: body === '' ? undefined : JSON.parse(body),
    send(event, id) {
      open()
      response.write(encodeEvent(event, id))
    },
    sendText(text) {
      open()
      response.write(text)
    },
    end: () => void response.end(),
    cut: () => void response.destroy(),
    json(status, value, extra = {}) {
      response.writeHead(status, { 'content-type': 'application/json', ...extra })
      response.end(JSON.stringify(value))
    },
    closed: once(response, 'close'),
  }
}

export async function startFakeVee(): Promise<FakeVee> {
  const arrived: Exchange[] = []
  const takers: ((exchange: Exchange) => void)[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const { method = '', url = '', headers } = request
      const exchange = exchangeOf(method, url, headers, await textOf(request), response)
      const taker = takers.shift()
      if (taker) taker(exchange)
      else arrived.push(exchange)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next() {
      const exchange = arrived.shift()
      return exchange ? Promise.resolve(exchange) : new Promise((resolve) => takers.push(resolve))
    },
    untaken: () => arrived,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
