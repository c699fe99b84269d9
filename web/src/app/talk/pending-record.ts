import type { AgentId } from '@vee/contract/entities/agent-ids'
import { createStore } from 'zustand/vanilla'
import type { RequestedRecord } from '#lib/agent-view.ts'

interface Wanted extends RequestedRecord {
  readonly agentId: AgentId
}

/** What was chosen in the list beside the page, until its agent is left. */
export const pendingRecord = createStore<{ readonly wanted: Wanted | undefined }>(() => ({
  wanted: undefined,
}))

let openings = 0

/** Asks an agent's own screen to open something that it keeps. */
export function requestRecord(agentId: AgentId, id: string): void {
  openings += 1
  pendingRecord.setState({ wanted: { agentId, id, opening: openings } })
}

export function clearPendingRecord(agentId: AgentId): void {
  if (pendingRecord.getState().wanted?.agentId === agentId) pendingRecord.setState({ wanted: undefined })
}
