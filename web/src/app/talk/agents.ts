import type { Agent } from '@vee/contract/entities/agent'
import type { listAgents } from '@vee/contract/http/agents'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { currentLanguage } from '#i18n/index.ts'
import type { Api } from '#lib/api/index.ts'

/** The catalogue as the server showed it last, and in which language; empty until it has answered. */
export type AgentCatalogue = StoreApi<{ readonly agents: readonly Agent[]; readonly language: string }>

export function createAgentCatalogue(): AgentCatalogue {
  return createStore(() => ({ agents: [], language: currentLanguage() }))
}

/** False for those who are only typed to; whoever is not known yet may be talked to. */
export function canBeTalkedTo({ agents }: { readonly agents: readonly Agent[] }, agentId: string): boolean {
  return agents.find(({ id }) => id === agentId)?.capabilities.acceptsVoiceInput ?? true
}

/** Asks for the catalogue in the interface language. A failure keeps what is known: the talk goes on without it. */
export async function loadAgents(api: Api, catalogue: AgentCatalogue): Promise<void> {
  const language = currentLanguage()
  try {
    const { agents } = await api.json<typeof listAgents>('GET', '/agents')
    if (language === currentLanguage()) catalogue.setState({ agents, language })
  } catch {
    // The api client has written it to the system log.
  }
}
