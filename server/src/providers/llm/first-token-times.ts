import type { LlmProvider } from './llm.ts'

/** Number of replies of a model for its median. */
const MAX_SAMPLES = 20
/** Models that are remembered; the one that was used longest ago is forgotten first. */
const MAX_MODELS = 500

/** Time to the first token of the latest replies, per provider and model, in this process. */
export interface FirstTokenTimes {
  /** Returns the median in milliseconds; null without any reply yet. */
  median(providerId: string, model: string): number | null
  /** Returns the provider with its replies measured. */
  measured(provider: LlmProvider): LlmProvider
}

const keyOf = (providerId: string, model: string) => `${providerId}:${model}`

export function createFirstTokenTimes(now: () => number = () => performance.now()): FirstTokenTimes {
  const samples = new Map<string, number[]>()

  function add(key: string, ms: number): void {
    const latest = samples.get(key) ?? []
    samples.delete(key)
    samples.set(key, [...latest.slice(1 - MAX_SAMPLES), ms])
    const [oldest] = samples.keys()
    if (samples.size > MAX_MODELS && oldest !== undefined) samples.delete(oldest)
  }

  return {
    median(providerId, model) {
      const sorted = samples.get(keyOf(providerId, model))?.toSorted((left, right) => left - right)
      return sorted?.[Math.floor(sorted.length / 2)] ?? null
    },
    measured: (provider) => ({
      ...provider,
      stream(request, signal, emit) {
        const startedAt = now()
        let hasStarted = false
        return provider.stream(request, signal, (event) => {
          if (!hasStarted) {
            hasStarted = true
            add(keyOf(provider.id, request.model), now() - startedAt)
          }
          emit(event)
        })
      },
    }),
  }
}
