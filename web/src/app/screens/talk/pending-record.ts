import type { AgentId } from '@vee/contract/entities/agent-ids'
import { createStore } from 'zustand/vanilla'
import type { RequestedRecord } from '#lib/agent-view.ts'

interface Wanted extends RequestedRecord {
  readonly agentId: AgentId
}

/** The record selected in the list next to the page, until its agent is left. */
export const pendingRecord = createStore<{ readonly wanted: Wanted | undefined }>(() => ({
  wanted: undefined,
}))

let openings = 0

/** Requests that an agent's own screen opens a stored record. */
export function requestRecord(agentId: AgentId, id: string, second?: number): void {
  openings += 1
  pendingRecord.setState({ wanted: { agentId, id, second, opening: openings } })
}

export function clearPendingRecord(agentId: AgentId): void {
  if (pendingRecord.getState().wanted?.agentId === agentId) pendingRecord.setState({ wanted: undefined })
}
