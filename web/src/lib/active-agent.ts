import type { Agent } from '@vee/contract/entities/agent'
import { createStore } from 'zustand/vanilla'

/** The active agent with its catalogue fields; undefined until the catalogue is loaded. Set by `app/chat/follow-agent.ts`. */
export const activeAgentStore = createStore<{ readonly agent: Agent | undefined }>(() => ({
  agent: undefined,
}))
