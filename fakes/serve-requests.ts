import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { record, type RecordedRequest } from './upstream/recorded-request.ts'

/** A fake of a vendor's HTTP API on loopback, with requests that it recorded. */
export interface VendorServer {
  /** without a slash at the end */
  readonly url: string
  /** in order of arrival */
  readonly requests: readonly RecordedRequest[]
  /** Never responds to later POST requests. */
  hang(): void
  /** Responds to later requests with this status, once or always. */
  fail(status: number, times?: number): void
  close(): Promise<void>
}

/** Serves requests; `handleRequest` responds to valid ones with JSON, or by itself. */
export async function serveRequests(
  isAuthorized: (request: RecordedRequest) => boolean,
  handleRequest: (request: RecordedRequest, response: ServerResponse) => object | undefined,
): Promise<VendorServer> {
  const requests: RecordedRequest[] = []
  let hangs = false
  let failures = { status: 500, times: 0 }
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.on('error', () => undefined)
    const request = await record(incoming, response).catch(() => undefined)
    if (!request) return
    requests.push(request)
    if (hangs && request.method === 'POST') return
    if (!isAuthorized(request)) return json(response, 401, { error: 'Authentication error' })
    if (failures.times > 0) {
      failures = { ...failures, times: failures.times - 1 }
      return json(response, failures.status, { error: 'It failed.' })
    }
    const body = handleRequest(request, response)
    if (body) json(response, 200, body)
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    hang: () => (hangs = true),
    fail: (status, times = Infinity) => (failures = { status, times }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
