import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Behaviour } from '../upstream/behaviour.ts'
import { deliver, waited } from '../upstream/deliver.ts'
import { record, type RecordedRequest } from '../upstream/recorded-request.ts'
import { DEEPGRAM_ERRORS, sendError, type DeepgramError } from './errors.ts'
import { listenError, transcription } from './listen.ts'
import { speakError, speech } from './speak.ts'

export { DEEPGRAM_ERRORS } from './errors.ts'

/** How one request is handled: as a valid one by default. */
export interface DeepgramStep extends Pick<
  Behaviour,
  'headersAfterMs' | 'firstPieceAfterMs' | 'piecesPerSecond' | 'ending' | 'piecesBeforeEnding' | 'text'
> {
  readonly error?: DeepgramError
  /** a response of status 200 that is not the protocol */
  readonly raw?: { readonly contentType: string; readonly text: string }
}

/**
 * A fake of Deepgram: real HTTP on loopback that implements `POST /v1/listen` for pre-recorded audio and
 * `POST /v1/speak`, with their validation, errors and limit of concurrent requests.
 */
export interface DeepgramServer {
  /** without `/v1` */
  readonly url: string
  /** in order of arrival since the start or the last `reset` */
  readonly requests: readonly RecordedRequest[]
  /** Scripts the next requests, in order; the last step is used for all later ones. */
  script(...steps: readonly [DeepgramStep, ...DeepgramStep[]]): void
  /** Resolves with the n-th request (from 1) as soon as it has arrived. */
  arrival(count: number): Promise<RecordedRequest>
  /** Clears the requests and the script. */
  reset(): void
  close(): Promise<void>
}

export interface DeepgramServerOptions {
  readonly apiKey: string
  /** maximum number of requests at the same time */
  readonly concurrency?: number
}

const DEFAULT_CONCURRENCY = 15
const TRANSCRIPT = 'Good morning.'

/** Starts it on a free port of the loopback. */
export async function startDeepgram({
  apiKey,
  concurrency = DEFAULT_CONCURRENCY,
}: DeepgramServerOptions): Promise<DeepgramServer> {
  let requests: RecordedRequest[] = []
  let arrivals = new Map<number, PromiseWithResolvers<RecordedRequest>>()
  let steps: readonly DeepgramStep[] = []
  let running = 0

  const arrivalOf = (count: number) => {
    const waiting = arrivals.get(count) ?? Promise.withResolvers<RecordedRequest>()
    arrivals.set(count, waiting)
    return waiting
  }
  const nextStep = (): DeepgramStep => {
    const [step = {}, ...rest] = steps
    if (rest.length > 0) steps = rest
    return step
  }
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => undefined)
    running += 1
    response.once('close', () => (running -= 1))
    const request = await record(incoming, response).catch(() => undefined)
    if (!request) return
    arrivalOf(requests.push(request)).resolve(request)
    const step = nextStep()
    if (!(await waited(response, step.headersAfterMs ?? 0))) return
    const failure = step.error ?? errorOf(request)
    if (failure) sendError(response, failure)
    else await answerRequest(request, response, step)
  }
  const errorOf = (request: RecordedRequest): DeepgramError | undefined => {
    // A key has the scheme `Token`; `Bearer` is for temporary tokens, which this fake does not issue.
    if (request.headers.authorization !== `Token ${apiKey}`) return DEEPGRAM_ERRORS.invalidAuth
    if (running > concurrency) return DEEPGRAM_ERRORS.tooManyRequests
    switch (`${request.method} ${request.path}`) {
      case 'POST /v1/listen':
        return listenError(request)
      case 'POST /v1/speak':
        return speakError(request)
      default:
        return DEEPGRAM_ERRORS.notFound
    }
  }

  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return requests
    },
    script: (...next) => {
      steps = next
    },
    arrival: (count) => arrivalOf(count).promise,
    reset: () => {
      requests = []
      arrivals = new Map()
      steps = []
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answerRequest(
  request: RecordedRequest,
  response: ServerResponse,
  step: DeepgramStep,
): Promise<void> {
  if (step.raw) {
    response.writeHead(200, { 'content-type': step.raw.contentType }).end(step.raw.text)
    return
  }
  if (request.path === '/v1/listen') {
    await deliver(response, step, transcription(request, step.text ?? TRANSCRIPT))
    return
  }
  const { body, headers } = speech(request)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  await deliver(response, step, body)
}
