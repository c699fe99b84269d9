import type { Agent } from '@vee/contract/entities/agent'
import type { AgentId } from '@vee/contract/entities/agent-ids'

/** The four modes by which the hub groups agents, in their order on the page. */
const MODES = ['general', 'coding', 'design', 'meetings'] as const
type Mode = (typeof MODES)[number]

const MODE_OF: { readonly [Id in AgentId]?: Mode } = {
  coding_assistant: 'coding',
  coding_interviewer: 'coding',
  lc_audit_aide: 'coding',
  system_designer: 'design',
  meeting_summarizer: 'meetings',
}

/** Returns the mode of an agent; `general` unless it has a special one. */
const modeOf = ({ id }: Pick<Agent, 'id'>): Mode => MODE_OF[id] ?? 'general'

/** Groups agents by mode, in their given order, without empty modes. */
export function byMode(
  agents: readonly Agent[],
): readonly { readonly mode: Mode; readonly agents: readonly Agent[] }[] {
  return MODES.map((mode) => ({ mode, agents: agents.filter((agent) => modeOf(agent) === mode) })).filter(
    (group) => group.agents.length > 0,
  )
}
