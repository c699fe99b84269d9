import { type AgentId, resolveAgentId } from '@vee/contract/entities/agent-ids'
import { create } from 'zustand'
import { STORAGE_KEYS, readJson, writeJson } from '#lib/storage/storage.ts'

interface Favourites {
  readonly ids: readonly AgentId[]
}

function read(): readonly AgentId[] {
  const stored = readJson(STORAGE_KEYS.favouriteAgents)
  if (!Array.isArray(stored)) return []
  return stored.flatMap((id: unknown) => (typeof id === 'string' && resolveAgentId(id)) || [])
}

/** The agents marked as favourites; they are listed first. */
export const useFavourites = create<Favourites>(() => ({ ids: read() }))

export function toggleFavourite(id: AgentId): void {
  const { ids } = useFavourites.getState()
  const next = ids.includes(id) ? ids.filter((favourite) => favourite !== id) : [...ids, id]
  useFavourites.setState({ ids: next })
  writeJson(STORAGE_KEYS.favouriteAgents, next)
}
