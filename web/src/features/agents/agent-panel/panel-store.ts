import type { AgentId } from '@vee/contract/entities/agent-ids'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PanelContent } from './panel-content.ts'

interface PanelState {
  /** one main content per agent, while its conversation is open */
  readonly contents: Readonly<Partial<Record<AgentId, PanelContent>>>
  /** next to the conversation, on wide screens */
  readonly isOpen: boolean
  /** instead of the conversation, on narrow screens */
  readonly isInFront: boolean
}

/** The main content of each agent and its visibility. */
export interface PanelStore {
  readonly state: StoreApi<PanelState>
  /** Replaces the agent's previous content; no-op for the same content. */
  show(content: PanelContent): void
  /** Starts every conversation with a welcome. */
  ensureWelcome(agentId: AgentId, title: string): void
  /** Removes the content when the user switches to another agent. */
  clear(agentId: AgentId): void
  setAwaitingTts(agentId: AgentId, isAwaitingTts: boolean): void
  setOpen(isOpen: boolean): void
  setInFront(isInFront: boolean): void
}

export function createPanelStore(now: () => number = Date.now): PanelStore {
  const state = createStore<PanelState>(() => ({ contents: {}, isOpen: true, isInFront: false }))
  const put = (content: PanelContent) =>
    state.setState(({ contents }) => ({ contents: { ...contents, [content.agentId]: content } }))
  const of = (agentId: AgentId) => state.getState().contents[agentId]

  return {
    state,
    show(content) {
      const before = of(content.agentId)
      if (before?.type !== content.type || before.data !== content.data) put(content)
    },
    ensureWelcome(agentId, title) {
      if (of(agentId)) return
      const timestamp = new Date(now()).toISOString()
      put({ agentId, type: 'welcome', data: '', title, timestamp, isAwaitingTts: false })
    },
    clear(agentId) {
      state.setState(({ contents: { [agentId]: _gone, ...contents } }) => ({
        contents,
        isOpen: true,
        isInFront: false,
      }))
    },
    setAwaitingTts(agentId, isAwaitingTts) {
      const content = of(agentId)
      if (content && content.isAwaitingTts !== isAwaitingTts) put({ ...content, isAwaitingTts })
    },
    setOpen: (isOpen) => state.setState({ isOpen }),
    setInFront: (isInFront) => state.setState({ isInFront }),
  }
}
