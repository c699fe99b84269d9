import type { AgentId } from '@vee/contract/entities/agent-ids'
import { AGENT_TEXTS } from '../../text/agent-texts.ts'
import type { Skill } from '../../skill.ts'
import type { BuiltinTurn } from '../../turn.ts'

/** Agents whose work takes a language model. */
const NEEDS_MODEL: ReadonlySet<AgentId> = new Set([
  'coding_assistant',
  'system_designer',
  'tutor_agent',
  'coding_interviewer',
  'lc_audit_aide',
  'diary_agent',
])

/** Returns what an agent can do without a model, and whether its work takes one; undefined for custom agents. */
export function abilitiesOf(agentId: AgentId, turn: BuiltinTurn): string | undefined {
  const abilities = AGENT_TEXTS[turn.answeredIn][agentId]
  return abilities !== undefined && NEEDS_MODEL.has(agentId)
    ? `${abilities}\n\n${turn.say('connectModel')}`
    : abilities
}

/** Explains to a wish that the agent's work takes a model. A question is left to the general reply. */
export const needsModelOf = (agentId: AgentId): Skill => ({
  id: 'needs-model',
  answer: (turn) =>
    NEEDS_MODEL.has(agentId) && !/[?？]\s*$/.test(turn.text) ? abilitiesOf(agentId, turn) : undefined,
})
