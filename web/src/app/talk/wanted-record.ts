import type { AgentId } from '@vee/contract/entities/agent-ids'
import { createStore } from 'zustand/vanilla'
import type { WantedRecord } from '#lib/agent-view.ts'

interface Wanted extends WantedRecord {
  readonly agentId: AgentId
}

/** What was chosen in the list beside the page, until its agent is left. */
export const wantedRecord = createStore<{ readonly wanted: Wanted | undefined }>(() => ({
  wanted: undefined,
}))

let openings = 0

/** Asks an agent's own screen to open something that it keeps. */
export function wantRecord(agentId: AgentId, id: string): void {
  openings += 1
  wantedRecord.setState({ wanted: { agentId, id, opening: openings } })
}

export function forgetWanted(agentId: AgentId): void {
  if (wantedRecord.getState().wanted?.agentId === agentId) wantedRecord.setState({ wanted: undefined })
}
