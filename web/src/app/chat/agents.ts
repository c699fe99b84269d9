import type { Agent } from '@vee/contract/entities/agent'
import type { listAgents } from '@vee/contract/http/agents'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { currentLanguage } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'

/** The latest catalogue from the server and its language; empty before the first response. */
export type AgentStore = StoreApi<{ readonly agents: readonly Agent[]; readonly language: string }>

export function createAgentStore(): AgentStore {
  return createStore(() => ({ agents: [], language: currentLanguage() }))
}

/** Returns false for text-only agents; true for unknown ones. */
export function canBeTalkedTo({ agents }: { readonly agents: readonly Agent[] }, agentId: string): boolean {
  return agents.find(({ id }) => id === agentId)?.capabilities.acceptsVoiceInput ?? true
}

/**
 * Loads the catalogue in the interface language. A failure preserves the current one: the conversation works
 * without it.
 */
export async function fetchAgents(api: Api, agentStore: AgentStore): Promise<void> {
  const language = currentLanguage()
  try {
    const { agents } = await api.json<typeof listAgents>('GET', '/agents')
    if (language === currentLanguage()) agentStore.setState({ agents, language })
  } catch {
    // Already logged by the API client.
  }
}
