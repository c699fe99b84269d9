import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Behaviour } from './behaviour.ts'
import { record, type RecordedRequest } from './recorded-request.ts'
import { createScripts, kindOf, type CallKind, type Step } from './scripts.ts'

export interface FakeVendorOptions {
  /** default: a free one */
  readonly port?: number
  /** default: loopback only */
  readonly host?: string
  /** called with the server before it listens, for example to serve WebSockets */
  readonly onServer?: (server: Server) => void
  /** ids in the model lists */
  readonly models: readonly string[]
}

/** A fake vendor: real HTTP on loopback, with requests that are recorded and responses that are scripted. */
export interface FakeVendor {
  /** without a path */
  readonly url: string
  readonly port: number
  /** the POST requests, in order of arrival, since the start or the last `reset` */
  readonly requests: readonly RecordedRequest[]
  /** number of requests for model lists since then */
  readonly listCount: number
  /** Scripts the next POST requests, in order; the last step is used for all later ones. */
  script(...steps: readonly [Step, ...Step[]]): void
  /** The same for one kind of request only: for example transcriptions, or model lists. */
  scriptOnly(kind: CallKind, ...steps: readonly [Step, ...Step[]]): void
  offerModels(ids: readonly string[]): void
  /** Resolves with the n-th POST request (from 1) as soon as it has arrived. */
  arrival(count: number): Promise<RecordedRequest>
  /** Clears the requests and the scripts. */
  reset(): void
  /** Closes all connections. */
  close(): Promise<void>
}

/** Sends the response of one wire format. */
type AnswerRequest = (
  request: RecordedRequest,
  response: ServerResponse,
  scripted: Behaviour,
  models: readonly string[],
) => Promise<void>

export async function startFakeVendor(
  options: FakeVendorOptions,
  answerRequest: AnswerRequest,
): Promise<FakeVendor> {
  let models = options.models
  const scripts = createScripts()
  let requests: RecordedRequest[] = []
  let listCount = 0
  let arrivals = new Map<number, PromiseWithResolvers<RecordedRequest>>()

  const arrivalOf = (count: number) => {
    const waiting = arrivals.get(count) ?? Promise.withResolvers<RecordedRequest>()
    arrivals.set(count, waiting)
    return waiting
  }
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => undefined)
    const recorded = await record(request, response).catch(() => undefined)
    if (!recorded) return
    if (kindOf(recorded) === 'list') listCount++
    else arrivalOf(requests.push(recorded)).resolve(recorded)
    await answerRequest(recorded, response, scripts.next(recorded), models)
  }
  const server = createServer((request, response) => void serve(request, response))
  options.onServer?.(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    get requests() {
      return requests
    },
    get listCount() {
      return listCount
    },
    script: (...steps) => scripts.set('post', steps),
    scriptOnly: (kind, ...steps) => scripts.set(kind, steps),
    offerModels: (ids) => {
      models = ids
    },
    arrival: (count) => arrivalOf(count).promise,
    reset: () => {
      scripts.clear()
      models = options.models
      requests = []
      listCount = 0
      arrivals = new Map()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
