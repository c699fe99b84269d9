import type { OfferedModel } from '@vee/contract/http/models'
import type { LlmProvider } from '#providers/llm/llm.ts'
import type { FirstTokenTimes } from '#providers/llm/first-token-times.ts'
import { knownCapabilities } from '#providers/llm/model-capabilities.ts'
import { isFree, listedPrices } from '#providers/llm/prices.ts'
import type { Caller } from '../accounts/index.ts'
import { lockFor } from './access.ts'
import type { OrganizationModels } from './organization-models.ts'

/** Models to choose from. */
export interface OfferedModels {
  list(caller: Caller): Promise<{ readonly items: OfferedModel[]; readonly defaultId: string | null }>
}

interface ModelListDependencies {
  readonly organizationModels: OrganizationModels
  /** reads what the host has changed on another server */
  readonly refreshEndpoints: () => Promise<void>
  /** of the host, in order of preference */
  readonly providers: () => readonly LlmProvider[]
  /** the models of the settings: those that a visitor may name at a provider without rules of access */
  readonly hostModels: readonly string[]
  readonly times: Pick<FirstTokenTimes, 'median'>
}

export function createOfferedModels({
  organizationModels,
  refreshEndpoints,
  providers,
  hostModels,
  times,
}: ModelListDependencies): OfferedModels {
  return {
    async list(caller) {
      await refreshEndpoints()
      const brought = await organizationModels.providersOf(caller)
      const ofHost = providers().map((provider) => ({ provider, organization: null, isActive: true }))
      // Models of organizations from which the caller does not spend are used only by choice.
      const sources = [
        ...brought.filter(({ isActive }) => isActive),
        ...ofHost,
        ...brought.filter(({ isActive }) => !isActive),
      ]
      const lists = await Promise.all(
        sources.map(async ({ provider, organization, isActive }) =>
          (await modelsOf(provider)).map((name) => ({
            isActive,
            model: { ...offered(provider, name, caller), organization },
          })),
        ),
      )
      const listed = lists.flat()
      const preferred = listed.find(({ isActive, model }) => isActive && model.locked === null)
      return { items: listed.map(({ model }) => model), defaultId: preferred?.model.id ?? null }
    },
  }

  function offered(provider: LlmProvider, name: string, caller: Caller): Omit<OfferedModel, 'organization'> {
    const isOpenToVisitors = provider.access !== undefined || isFree(provider.id) || hostModels.includes(name)
    return {
      id: `${provider.id}:${name}`,
      name,
      provider: { id: provider.id, name: provider.name },
      location: provider.location,
      ...knownCapabilities(provider, name),
      prices: provider.pricesOf?.(name) ?? listedPrices(provider.id, name),
      firstTokenMs: times.median(provider.id, name),
      locked: caller.kind === 'visitor' && !isOpenToVisitors ? 'sign-in' : lockFor(provider.access, caller),
    }
  }
}

/** Returns the names of the models that a provider lists, or of its default one; none if it is not available. */
export async function modelsOf(provider: LlmProvider): Promise<readonly string[]> {
  if (!(await provider.availability()).available) return []
  const first = provider.defaultModel()
  return [...new Set((await provider.models?.()) ?? (first === undefined ? [] : [first]))]
}
