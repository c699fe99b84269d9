import { ProviderFailure } from '../../failure.ts'
import { WorkerFailure } from '../../local-models/engine-worker.ts'

/** The provider of local models, in both directions. */
export const LOCAL = { id: 'local', name: 'Vee' } as const

const KINDS = {
  busy: 'rate-limited',
  cancelled: 'cut',
  timeout: 'timeout',
  failed: 'unavailable',
  unreadable: 'unreadable',
  'too-long': 'too-large',
} as const satisfies Record<WorkerFailure['kind'], ProviderFailure['kind']>

/** Returns the failure of a job in the form for callers; `task` names in English what failed. */
export function failureOf(error: unknown, task: string): ProviderFailure {
  if (!(error instanceof WorkerFailure)) return localFailure('broken', 'The engine failed.', error)
  return localFailure(KINDS[error.kind], `${task} failed: ${error.message}`, error)
}

export const localFailure = (kind: ProviderFailure['kind'], message: string, cause?: unknown) =>
  new ProviderFailure({ kind, provider: LOCAL.id, message, cause })
