import type { listLiveModels, LiveModelDescription } from '@vee/contract/http/live-models'
import { create } from 'zustand'
import type { Api } from './http/index.ts'

interface LiveModels {
  readonly models: readonly LiveModelDescription[]
  /** US dollars of today's speech allowance that are left; null: unlimited */
  readonly remainingUsd: number | null
}

/** The models of this server that listen and speak by themselves; empty until they are loaded. */
export const useLiveModels = create<LiveModels>(() => ({ models: [], remainingUsd: null }))

/** Loads the list; a failed load leaves the earlier one. Never rejects. */
export async function loadLiveModels(api: Pick<Api, 'json'>): Promise<void> {
  try {
    const { items, remainingUsd } = await api.json<typeof listLiveModels>('GET', '/live-models')
    useLiveModels.setState({ models: items, remainingUsd })
  } catch {
    // The other ways of talking do not depend on it.
  }
}

/** Returns the model that a conversation would use: the chosen one, else the first. */
export const chosenLiveModel = (
  models: readonly LiveModelDescription[],
  id: string,
): LiveModelDescription | undefined => models.find((model) => model.id === id) ?? models[0]
