import type { Agent } from '@vee/contract/entities/agent'
import type { listAgents } from '@vee/contract/http/agents'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '#lib/api/index.ts'

/** The catalogue as the server showed it last; empty until it has answered. */
export type AgentCatalogue = StoreApi<{ readonly agents: readonly Agent[] }>

export function createAgentCatalogue(): AgentCatalogue {
  return createStore(() => ({ agents: [] }))
}

/** Asks for the catalogue in the interface language. A failure keeps what is known: the talk goes on without it. */
export async function loadAgents(api: Api, catalogue: AgentCatalogue): Promise<void> {
  try {
    const { agents } = await api.json<typeof listAgents>('GET', '/agents')
    catalogue.setState({ agents })
  } catch {
    // The api client has written it to the system log.
  }
}
