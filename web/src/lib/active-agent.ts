import type { Agent } from '@vee/contract/entities/agent'
import { createStore } from 'zustand/vanilla'

type Participant = Agent

interface ActiveAgent {
  /** with its catalogue fields; undefined until the catalogue is loaded */
  readonly agent: Agent | undefined
  /** those who took part in the open conversation, in the order in which they joined; the active one may be missing */
  readonly participants: readonly Participant[]
  /** whose voice is played now; undefined for none, and where only one takes part */
  readonly sounding: Agent | undefined
}

/** Set by `app/chat/follow-speakers.ts`. */
export const activeAgentStore = createStore<ActiveAgent>(() => ({
  agent: undefined,
  participants: [],
  sounding: undefined,
}))
