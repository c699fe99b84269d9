import type { AgentId } from '@vee/contract/entities/agent-ids'
import { createStore } from 'zustand/vanilla'

interface AskedContent {
  readonly agentId: AgentId
  /** Markdown of the diagram, code or table */
  readonly markdown: string
}

/** The part of a reply that the user has opened next to the conversation, for agents without a screen of their own. */
export const askedContent = createStore<{ readonly content: AskedContent | undefined }>(() => ({
  content: undefined,
}))

export const askFor = (content: AskedContent | undefined): void => askedContent.setState({ content })
