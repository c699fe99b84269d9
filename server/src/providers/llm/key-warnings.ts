import type { KeyWarning } from '@vee/contract/entities/model-endpoint'
import type { LlmProvider } from './llm.ts'

/** What vendors state about keys that still work but soon will not. */
export interface KeyWarnings {
  of(providerId: string): KeyWarning | undefined
  /** Asks the vendors that state it. A vendor that does not answer keeps its last warning. */
  refresh(): Promise<void>
}

export function createKeyWarnings(providers: () => readonly LlmProvider[], now: () => number): KeyWarnings {
  let warnings: ReadonlyMap<string, KeyWarning> = new Map()

  const current = async (provider: LlmProvider) => {
    const before = warnings.get(provider.id)
    const warning = await provider.keyWarning?.(now()).catch(() => before)
    // The time of the first warning is kept.
    return warning && ([provider.id, warning.kind === before?.kind ? before : warning] as const)
  }
  return {
    of: (providerId) => warnings.get(providerId),
    async refresh() {
      const currentWarnings = await Promise.all(providers().map(current))
      warnings = new Map(currentWarnings.filter((entry) => entry !== undefined))
    },
  }
}
