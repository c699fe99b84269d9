import type { OfferedModel } from '@vee/contract/http/models'
import type { LlmProvider } from '#providers/llm/llm.ts'
import type { FirstTokenTimes } from '#providers/llm/first-token-times.ts'
import { capabilitiesOf } from '#providers/llm/model-capabilities.ts'
import { isFree, listedPrices } from '#providers/llm/prices.ts'
import type { Caller } from '../accounts/index.ts'
import { lockFor } from './access.ts'

/** Models to choose from. */
export interface ModelCatalogue {
  list(caller: Caller): Promise<{ readonly items: OfferedModel[]; readonly defaultId: string | null }>
}

interface ModelListDependencies {
  /** in order of preference */
  readonly providers: () => readonly LlmProvider[]
  /** the models of the settings: those that a visitor may name at a provider without rules of access */
  readonly hostModels: readonly string[]
  readonly times: Pick<FirstTokenTimes, 'median'>
}

export function createModelCatalogue({
  providers,
  hostModels,
  times,
}: ModelListDependencies): ModelCatalogue {
  return {
    async list(caller) {
      const lists = await Promise.all(
        providers().map(async (provider) => {
          if (!(await provider.availability()).available) return []
          const first = provider.defaultModel()
          const names = (await provider.models?.()) ?? (first === undefined ? [] : [first])
          return [...new Set(names)].map((name) => offered(provider, name, caller))
        }),
      )
      const items = lists.flat()
      return { items, defaultId: items.find(({ locked }) => locked === null)?.id ?? null }
    },
  }

  function offered(provider: LlmProvider, name: string, caller: Caller): OfferedModel {
    const isOpenToVisitors = provider.access !== undefined || isFree(provider.id) || hostModels.includes(name)
    return {
      id: `${provider.id}:${name}`,
      name,
      provider: { id: provider.id, name: provider.name },
      location: provider.location,
      ...capabilitiesOf(name),
      ...provider.describe?.(name),
      prices: provider.prices ?? listedPrices(provider.id, name),
      firstTokenMs: times.median(provider.id, name),
      locked: caller.kind === 'visitor' && !isOpenToVisitors ? 'sign-in' : lockFor(provider.access, caller),
    }
  }
}
