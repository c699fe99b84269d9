import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answer, type Defaults } from './answer.ts'
import { behaviourNamed, type Behaviour, type BehaviourName } from './behaviour.ts'
import { record, type RecordedRequest } from './recorded-request.ts'

export { MANY_SCRIPTS, type Behaviour, type BehaviourName } from './behaviour.ts'
export { lastUserText } from './reply.ts'
export type { RecordedRequest } from './recorded-request.ts'

/** What happens to a request: a behaviour, the name of one, or a function that chooses by the request. */
export type Step = Behaviour | BehaviourName | ((request: RecordedRequest) => Behaviour | BehaviourName)

export interface UpstreamOptions {
  /** a free one when left out */
  readonly port?: number
  /** what unscripted requests get, and what scripted ones leave open: delays of a usual day, say */
  readonly chat?: Behaviour
  readonly transcription?: Behaviour
  readonly speech?: Behaviour
  /** ids that the model lists name */
  readonly models?: readonly string[]
}

/**
 * A vendor made of nothing: real HTTP on loopback that speaks OpenAI's chat completions, models, transcription and
 * speech, Anthropic's messages, and Ollama's tags, under any prefix (`/v1/…`, `/api/v1/…`).
 */
export interface Upstream {
  /** without a path: an OpenAI base URL is `${url}/v1` */
  readonly url: string
  readonly port: number
  /** the POST requests, in order of arrival, since the start or the last `reset` */
  readonly requests: readonly RecordedRequest[]
  /** how often a model list was asked for since then */
  readonly listCount: number
  /** The next POST requests get these, in order; the last one serves all that follow. */
  script(...steps: readonly [Step, ...Step[]]): void
  /** The same for the model lists, which `script` leaves alone. */
  scriptLists(step: Step): void
  offerModels(ids: readonly string[]): void
  /** Resolves with the n-th POST request (from 1) as soon as it has arrived. */
  arrival(count: number): Promise<RecordedRequest>
  /** Forgets the requests and the scripts. */
  reset(): void
  /** Cuts what is open. */
  close(): Promise<void>
}

export async function startUpstream(options: UpstreamOptions = {}): Promise<Upstream> {
  const defaults: Defaults = {
    chat: options.chat ?? {},
    transcription: { text: 'hello there', ...options.transcription },
    speech: options.speech ?? {},
  }
  const initialModels = options.models ?? ['gpt-4o', 'gpt-4o-mini']
  let models = initialModels
  let steps: readonly Step[] = []
  let listStep: Step = 'well'
  let requests: RecordedRequest[] = []
  let listCount = 0
  let arrivals = new Map<number, PromiseWithResolvers<RecordedRequest>>()

  const arrivalOf = (count: number) => {
    const waiting = arrivals.get(count) ?? Promise.withResolvers<RecordedRequest>()
    arrivals.set(count, waiting)
    return waiting
  }
  const nextStep = (): Step => {
    const [step = 'well', ...rest] = steps
    if (rest.length > 0) steps = rest
    return step
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => undefined)
    const recorded = await record(request, response).catch(() => undefined)
    if (!recorded) return
    const isPost = recorded.method === 'POST'
    if (isPost) arrivalOf(requests.push(recorded)).resolve(recorded)
    else listCount++
    const step = isPost ? nextStep() : listStep
    await answer(recorded, response, resolveStep(step, recorded), defaults, models)
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve)
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
    script: (...next) => {
      steps = next
    },
    scriptLists: (step) => {
      listStep = step
    },
    offerModels: (ids) => {
      models = ids
    },
    arrival: (count) => arrivalOf(count).promise,
    reset: () => {
      steps = []
      listStep = 'well'
      models = initialModels
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

function resolveStep(step: Step, request: RecordedRequest): Behaviour {
  const chosen = typeof step === 'function' ? step(request) : step
  return typeof chosen === 'string' ? behaviourNamed(chosen) : chosen
}
