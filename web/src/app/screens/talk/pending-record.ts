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

/** Requests that an agent's own screen opens a stored record: a meeting at a second, and plays it from there. */
export function requestRecord(agentId: AgentId, id: string, second?: number, plays = false): void {
  openings += 1
  pendingRecord.setState({ wanted: { agentId, id, second, plays, opening: openings } })
}

export function clearPendingRecord(agentId: AgentId): void {
  if (pendingRecord.getState().wanted?.agentId === agentId) pendingRecord.setState({ wanted: undefined })
}
