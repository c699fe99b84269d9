import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { lastUserText } from './reply.ts'

/** A request as received by the upstream, and the outcome of its response. */
export interface RecordedRequest {
  readonly method: string
  /** without the query */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** the body as JSON; undefined if it is not JSON */
  readonly json: unknown
  /** the last user message of a chat request; empty for other requests */
  readonly said: string
  /** the parts of a multipart body */
  readonly form: FormData | undefined
  /** identifies the connection: requests with the same value share one */
  readonly connection: number | undefined
  /** when the body was complete, by `performance.now()` */
  readonly arrivedAt: number
  /** true once the client closed the connection before the response was complete */
  readonly isAborted: boolean
  /** when that happened, by `performance.now()` */
  readonly abortedAt: number | undefined
  /** settles when the response has ended in any way */
  readonly ended: Promise<'answered' | 'cut-by-upstream' | 'aborted'>
}

export async function record(request: IncomingMessage, response: ServerResponse): Promise<RecordedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const contentType = request.headers['content-type'] ?? ''
  const state = { abortedAt: undefined as number | undefined }
  const ended = new Promise<'answered' | 'cut-by-upstream' | 'aborted'>((resolve) => {
    response.once('close', () => {
      if (response.writableFinished) return resolve('answered')
      if (response.errored) return resolve('cut-by-upstream')
      state.abortedAt = performance.now()
      resolve('aborted')
    })
  })
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://upstream')
  const json = contentType.startsWith('application/json') ? parseJson(body) : undefined
  return {
    method: request.method ?? 'GET',
    path: pathname,
    query: searchParams,
    headers: request.headers,
    body,
    json,
    said: lastUserText(json),
    form: contentType.startsWith('multipart/form-data') ? await parseForm(body, contentType) : undefined,
    connection: request.socket.remotePort,
    arrivedAt: performance.now(),
    get isAborted() {
      return state.abortedAt !== undefined
    },
    get abortedAt() {
      return state.abortedAt
    },
    ended,
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

async function parseForm(body: Buffer, contentType: string): Promise<FormData | undefined> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  } catch {
    return undefined
  }
}
