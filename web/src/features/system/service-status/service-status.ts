import type { getLlmStatus, LlmStatus } from '@vee/contract/http/system'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { ApiError, type Api } from '#lib/http/index.ts'

export type ServiceState = 'online' | 'degraded' | 'offline' | 'checking'

/** The result of one status request. */
export type StatusOutcome =
  | { readonly kind: 'answered'; readonly status: LlmStatus }
  /** an error response; with the server's message, if any */
  | { readonly kind: 'refused'; readonly message: string | undefined }
  | { readonly kind: 'silent' }

interface ServiceSnapshot {
  readonly state: ServiceState
  readonly outcome: StatusOutcome | undefined
}

const REFRESH_MS = 30_000
/** Delay in ms before "checking" is displayed, so that a fast response causes no flicker. */
const SHOW_CHECKING_AFTER_MS = 400

async function requestStatus(api: Api, signal: AbortSignal): Promise<StatusOutcome> {
  try {
    const status = await api.json<typeof getLlmStatus>('GET', '/system/llm-status', { signal })
    return { kind: 'answered', status }
  } catch (error) {
    signal.throwIfAborted()
    const isAnswer = error instanceof ApiError && error.status > 0
    return isAnswer ? { kind: 'refused', message: error.serverMessage } : { kind: 'silent' }
  }
}

/** The provider that replies without a model. */
const BUILT_IN = 'builtin'

/**
 * Returns true if a language model is available, or the status is unknown because the server does not
 * respond.
 */
export function isModelThere(outcome: StatusOutcome): boolean {
  if (outcome.kind !== 'answered') return true
  const models = Object.entries(outcome.status.providers).filter(([id]) => id !== BUILT_IN)
  return models.some(([, { available }]) => available)
}

/** Returns true if this server has no account yet, and the first one will administer it. */
export const awaitsHost = (outcome: StatusOutcome | undefined): boolean =>
  outcome?.kind === 'answered' && outcome.status.awaitsHost === true

/** Returns true if this server has plans with prices; false until that is known. */
export const hasPlans = (outcome: StatusOutcome | undefined): boolean =>
  outcome?.kind === 'answered' && outcome.status.hasPlans === true

/**
 * Returns the state: online if a language model is available. Providers that the host never connected are
 * ignored. Degraded: the server responds, but has no model, or only the built-in responder, or a provider that the host
 * connected is away.
 */
export function stateOf(outcome: StatusOutcome): ServiceState {
  if (outcome.kind === 'silent') return 'offline'
  if (outcome.kind === 'refused' || !outcome.status.ready) return 'degraded'
  const isAnyAway = Object.values(outcome.status.providers).some(({ isAway }) => isAway)
  return isModelThere(outcome) && !isAnyAway ? 'online' : 'degraded'
}

export interface ServiceStatus {
  readonly store: StoreApi<ServiceSnapshot>
  /** Requests the status now and every 30 s while the page is visible. Returns a function that stops it. */
  watch(): () => void
  /** Requests the status once, after a change that this page has made. Never rejects. */
  refresh(): Promise<void>
}

export function createServiceStatus(api: Api): ServiceStatus {
  const store = createStore<ServiceSnapshot>(() => ({ state: 'checking', outcome: undefined }))

  async function check(signal: AbortSignal): Promise<void> {
    const slow = setTimeout(() => store.setState({ state: 'checking' }), SHOW_CHECKING_AFTER_MS)
    try {
      const outcome = await requestStatus(api, signal)
      store.setState({ state: stateOf(outcome), outcome })
    } catch {
      // Stopped: the result is not needed.
    } finally {
      clearTimeout(slow)
    }
  }

  return {
    store,
    refresh: () => check(AbortSignal.timeout(REFRESH_MS)),
    watch() {
      const end = new AbortController()
      let timer: ReturnType<typeof setInterval> | undefined
      const follow = () => {
        clearInterval(timer)
        if (document.hidden) return
        void check(end.signal)
        timer = setInterval(() => void check(end.signal), REFRESH_MS)
      }
      follow()
      document.addEventListener('visibilitychange', follow, { signal: end.signal })
      window.addEventListener('online', follow, { signal: end.signal })
      window.addEventListener('offline', follow, { signal: end.signal })
      return () => {
        end.abort()
        clearInterval(timer)
      }
    },
  }
}
