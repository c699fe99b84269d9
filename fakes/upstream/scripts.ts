import { behaviourNamed, type Behaviour, type BehaviourName } from './behaviour.ts'
import type { RecordedRequest } from './recorded-request.ts'

/** The handling of a request: a behaviour, the name of one, or a function of the request. */
export type Step = Behaviour | BehaviourName | ((request: RecordedRequest) => Behaviour | BehaviourName)

export type CallKind = 'chat' | 'transcription' | 'speech' | 'embedding' | 'list'

export function kindOf({ method, path }: Pick<RecordedRequest, 'method' | 'path'>): CallKind {
  if (method === 'GET') return 'list'
  if (path.endsWith('/audio/transcriptions')) return 'transcription'
  if (path.endsWith('/embeddings')) return 'embedding'
  return path.endsWith('/audio/speech') ? 'speech' : 'chat'
}

/** The next step for each kind of request and for all POST requests. */
export interface Scripts {
  set(kind: CallKind | 'post', steps: readonly Step[]): void
  /**
   * Returns the next step: those for its kind have priority over those for all POST requests; the last step
   * of a script is used for all later requests.
   */
  next(request: RecordedRequest): Behaviour
  clear(): void
}

export function createScripts(): Scripts {
  const scripts = new Map<CallKind | 'post', readonly Step[]>()

  const takeStep = (kind: CallKind | 'post'): Step | undefined => {
    const [step, ...rest] = scripts.get(kind) ?? []
    if (rest.length > 0) scripts.set(kind, rest)
    return step
  }

  return {
    set: (kind, steps) => void scripts.set(kind, steps),
    next: (request) => {
      const kind = kindOf(request)
      const step = takeStep(kind) ?? (kind === 'list' ? undefined : takeStep('post')) ?? 'well'
      const chosen = typeof step === 'function' ? step(request) : step
      return typeof chosen === 'string' ? behaviourNamed(chosen) : chosen
    },
    clear: () => scripts.clear(),
  }
}
