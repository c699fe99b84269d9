import type { ProviderFailing } from '@vee/contract/entities/model-endpoint'
import { FAILOVER_KINDS } from '@vee/contract/entities/model-endpoint-limits'
import { ProviderFailure, type ProviderFailureKind } from '../failure.ts'
import type { LlmProvider, LlmRequest } from './llm.ts'
import { isFree } from './prices.ts'

/** Failures of a provider, not of a request: another provider may well succeed. */
const OF_PROVIDER: ReadonlySet<ProviderFailureKind> = new Set<ProviderFailing['kind']>(FAILOVER_KINDS)
/** Failures that end only when somebody acts. */
const LASTING: ReadonlySet<ProviderFailing['kind']> = new Set(['unauthorized', 'no-credit'])

/** A circuit opens after this many failures in a row … */
const FAILURES_TO_OPEN = 3
/** Time after which the open circuit lets the next request through, in ms. */
const OPEN_MS = 30_000

/** Health of providers in this process, by provider id. */
export interface CircuitBreaker {
  /** Returns whether requests should go to another provider if there is one. */
  isOpen(providerId: string): boolean
  /** Returns what hosts should know: a failure that lasts, or several in a row, without a success since. */
  trouble(providerId: string): ProviderFailing | undefined
  /** after a reply, a passed test, or a change of its key or address */
  succeeded(providerId: string): void
  failed(providerId: string, kind: ProviderFailing['kind']): void
}

interface Circuit {
  /** in a row */
  readonly failures: number
  /** time of the latest failure, in ms since 1970 */
  readonly failedAt: number
  readonly kind: ProviderFailing['kind']
  /** time of the first failure of this kind in a row, in ms since 1970 */
  readonly since: number
}

export function createCircuitBreaker(now: () => number = Date.now): CircuitBreaker {
  const circuits = new Map<string, Circuit>()
  return {
    isOpen(providerId) {
      const circuit = circuits.get(providerId)
      return (
        circuit !== undefined && circuit.failures >= FAILURES_TO_OPEN && now() - circuit.failedAt < OPEN_MS
      )
    },
    trouble(providerId) {
      const circuit = circuits.get(providerId)
      if (!circuit || (circuit.failures < FAILURES_TO_OPEN && !LASTING.has(circuit.kind))) return undefined
      return { kind: circuit.kind, since: new Date(circuit.since).toISOString() }
    },
    succeeded: (providerId) => void circuits.delete(providerId),
    failed(providerId, kind) {
      const before = circuits.get(providerId)
      const failedAt = now()
      const since = before?.kind === kind ? before.since : failedAt
      circuits.set(providerId, { failures: (before?.failures ?? 0) + 1, failedAt, kind, since })
    },
  }
}

/**
 * Returns the provider with fallbacks: if it fails before its first event, the request is sent to the next
 * one, which is named in a `provider` event. `findFallbacks` is called with the first failure only; the
 * providers must serve the model of the request at the same price.
 */
export function withFailover(
  first: LlmProvider,
  findFallbacks: () => Promise<readonly LlmProvider[]>,
  breaker: CircuitBreaker,
): LlmProvider {
  return {
    ...first,
    async stream(request, signal, emit) {
      let rest: readonly LlmProvider[] | undefined
      for (let provider = first; ;) {
        let hasStarted = false
        try {
          await provider.stream(request, signal, (event) => {
            if (!hasStarted && provider !== first) emit({ type: 'provider', id: provider.id })
            hasStarted = true
            emit(event)
          })
          breaker.succeeded(provider.id)
          return
        } catch (error) {
          if (!isOfProvider(error)) throw error
          breaker.failed(provider.id, error.kind)
          if (hasStarted || signal.aborted) throw error
          rest ??= (await findFallbacks()).filter((fallback) => supports(fallback, request))
          const [next, ...others] = rest
          if (!next) throw error
          provider = next
          rest = others
        }
      }
    },
  }
}

/** Returns whether the provider has all options of the request; none is dropped silently. */
const supports = ({ unsupported = [] }: LlmProvider, { options = {} }: LlmRequest) =>
  !unsupported.some((option) => option !== 'tools' && options[option] !== undefined)

type FailureOfProvider = ProviderFailure & { readonly kind: ProviderFailing['kind'] }

const isOfProvider = (error: unknown): error is FailureOfProvider =>
  error instanceof ProviderFailure && OF_PROVIDER.has(error.kind)

/**
 * Returns whether two providers charge the same payer the same for a model, so that one can replace the other in the
 * ledger.
 */
export function chargeTheSame(first: LlmProvider, second: LlmProvider, model: string): boolean {
  const [ours, theirs] = [first.pricesOf?.(model), second.pricesOf?.(model)]
  return (
    first.organizationId === second.organizationId &&
    isFree(first.id) === isFree(second.id) &&
    ours?.input === theirs?.input &&
    ours?.output === theirs?.output &&
    ours?.cachedInput === theirs?.cachedInput
  )
}
