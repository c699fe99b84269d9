import type { getSearchStatus } from '@vee/contract/http/system'
import { create } from 'zustand'
import type { Api } from '../http/index.ts'

interface SearchEngines {
  /** names of the engines, and of vendors with models that search, that receive the words of a search, in the order in which they are asked; undefined until loaded */
  readonly names: readonly string[] | undefined
}

export const useSearchEngines = create<SearchEngines>(() => ({ names: undefined }))

/** Loads the engines; a failed load leaves the earlier ones. Never rejects. */
export async function loadSearchEngines(api: Pick<Api, 'json'>): Promise<void> {
  try {
    const { providers, vendors = [] } = await api.json<typeof getSearchStatus>('GET', '/system/search')
    useSearchEngines.setState({
      names: [...providers.filter(({ available }) => available).map(({ name }) => name), ...vendors],
    })
  } catch {
    // The switch works without the names.
  }
}
