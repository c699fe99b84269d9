import type { Agent } from '@vee/contract/entities/agent'
import { createStore } from 'zustand/vanilla'

type Participant = Agent

interface ActiveAgent {
  /** with its catalogue fields; undefined until the catalogue is loaded */
  readonly agent: Agent | undefined
  /** those who took part in the open conversation, in the order in which they joined; the active one may be missing */
  readonly participants: readonly Participant[]
  /** whose voice is played now; undefined for none, and where only one takes part */
  readonly soundingAgent: Agent | undefined
  /** reports about what it has done in the background, in its own voice; undefined after that */
  readonly reportingAgent: Agent | undefined
}

/** In place of the id of a reply: the report of an agent about what it has done in the background. */
export const BACKGROUND_REPORT = 'background-report'

/** Set by `app/chat/follow-speakers.ts`, and `reportingAgent` by `app/chat/background-reports.tsx`. */
export const activeAgentStore = createStore<ActiveAgent>(() => ({
  agent: undefined,
  participants: [],
  soundingAgent: undefined,
  reportingAgent: undefined,
}))
